import { expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

it.each([
	'node -e "class A { n = 0; inc() { this.n++ } } const a = new A(); a.inc(); console.log(a.n)"',
	"node -e 'class A { constructor(x) { this.x = x } get text() { return `${this.x}` } } console.log(new A(1).text)'",
	'node -e "new Promise((r) => setTimeout(r, 10)).then(() => console.log(\'done\'))"',
	'node -e "setTimeout(() => console.log(1), 10)"',
	'node -e "const tick = () => console.log(1); setInterval(tick, 10)"',
	'node -e "for (const [k, v] of Object.entries({ a: 1 })) console.log(k, v)"',
	"node -e \"console.log(Buffer.from('aGk=', 'base64').toString('ascii'), String.fromCharCode(65, 66))\"",
	'node -e "const e = new Error(\'x\'); e.code = 5; console.log(e.code, e instanceof Error)"',
	'node -e "class E extends Error {} try { throw new E(\'x\') } catch (e) { console.log(e.message) }"',
	'deno eval "setTimeout(() => console.log(1), 10)"',
	'deno eval -q "console.log(1)"',
	'bun -e "console.log(1)"',
])('allows ordinary JavaScript: %s', (command) => {
	expect(judgeShell(command).decision).toBe('allow');
});

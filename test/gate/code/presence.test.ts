import { describe, expect, test } from 'vitest';
import { judgeShell } from '../support.ts';

describe('code that checks whether a secret variable is set', () => {
	test.each([
		`python3 -c "import os; print(len(os.environ.get('GITHUB_TOKEN','')))"`,
		`python3 -c "import os; print(bool(os.environ.get('GITHUB_TOKEN')))"`,
		`python3 -c "import os; print(bool(os.getenv('GITHUB_TOKEN')))"`,
		`python3 -c "import os; print(len(os.environ.get('GITHUB_TOKEN') or ''))"`,
		`python3 -c "import os; print('set' if os.environ.get('GITHUB_TOKEN') else 'unset')"`,
		`python3 -c "import os; print(os.environ.get('GITHUB_TOKEN') is not None)"`,
		`python3 -c "import os; print(not os.environ.get('GITHUB_TOKEN'))"`,
		`python3 -c "import os; print('TOKEN' in os.environ)"`,
		`node -e "console.log(!!process.env.TOKEN)"`,
		`node -e "console.log(Boolean(process.env.TOKEN))"`,
		`node -e "console.log(process.env.TOKEN ? 'set' : 'unset')"`,
		`node -e "console.log(process.env.TOKEN !== undefined)"`,
		`node -e "console.log(typeof process.env.TOKEN)"`,
		`node -e "console.log(process.env.TOKEN?.length)"`,
		`node -e "console.log((process.env.TOKEN || '').length)"`,
		`node -e "if (process.env.TOKEN) console.log('set')"`,
		`node -p "!!process.env.GITHUB_TOKEN"`,
	])('is allowed: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});

	test.each([
		`python3 -c "import os; print(os.environ.get('GITHUB_TOKEN',''))"`,
		`python3 -c "import os; print(len(print(os.environ['GITHUB_TOKEN'])))"`,
		`python3 -c "import os; len = print; len(os.environ['GITHUB_TOKEN'])"`,
		`python3 -c "
import os
def bool(x): print(x)
bool(os.environ['GITHUB_TOKEN'])"`,
		`python3 -c "import os; print(os.environ.get('GITHUB_TOKEN')[:4])"`,
		`python3 -c "import os; print(os.environ['GITHUB_TOKEN'] == 'a')"`,
		`python3 -c "import os; print(len(y := os.environ['GITHUB_TOKEN']), y)"`,
		`python3 -c "import os; print(os.environ['GITHUB_TOKEN'] or 'x')"`,
		`python3 -c "import os; print(os.environ['GITHUB_TOKEN'] if 1 else 2)"`,
		`python3 -c "import os; print('x' and os.environ['GITHUB_TOKEN'])"`,
		`python3 -c "import os; print(x.len(os.environ['GITHUB_TOKEN']))"`,
		`python3 -c "import os; print([c for c in os.environ['GITHUB_TOKEN']])"`,
		`node -e "console.log(process.env.TOKEN || '')"`,
		`node -e "console.log(process.env.TOKEN === 'a')"`,
		`node -e "console.log(process.env.TOKEN > 'a')"`,
		`node -e "const Boolean = console.log; Boolean(process.env.TOKEN)"`,
		`node -e "if (y = process.env.TOKEN) console.log(y)"`,
		`node -e "console.log((process.env.TOKEN))"`,
		`node -e "console.log(process.env.TOKEN ?? 'a')"`,
		`node -e "console.log(true && process.env.TOKEN)"`,
		`node -e "console.log(true ? process.env.TOKEN : '')"`,
		`node -e "console.log(f(process.env.TOKEN || '').length)"`,
		`node -e "console.log(!!process.env.TOKEN, process.env.TOKEN)"`,
		`node -e "console.log(process.env.TOKEN.length.constructor, process.env.TOKEN.at(0))"`,
		`node -e "console.log('h' < process.env.TOKEN ? 1 : 0)"`,
		`node -e "console.log('h' < process.env.TOKEN == '')"`,
		`node -e "console.log('h' < process.env.TOKEN && 1)"`,
		`node -e "console.log((s => ({ length: s }))(process.env.TOKEN || '').length)"`,
		`node -e "console.log([s => ({ length: s })][0](process.env.TOKEN || '').length)"`,
		`python3 -c "import os; print('h' < os.environ['GITHUB_TOKEN'] != '')"`,
		`python3 -c "import os; print('h' < os.environ['GITHUB_TOKEN'] and 1)"`,
		`python3 -c "import os; print(not os.environ['GITHUB_TOKEN'] < 'h')"`,
		`python3 -c "import os; print('a' in os.environ['GITHUB_TOKEN'] is not None)"`,
	])('is blocked when it shows the value: %s', (line) => {
		expect(judgeShell(line).decision).toBe('block');
	});
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderCaptured, runSandboxed, startSandboxed } from '../../src/sandbox/index.ts';
import { ownNode } from '../support/programs-at.ts';
import { sh, temporaryDirectory } from './temporary.ts';

const toolchain = ownNode;

describe('standard input of a command', () => {
	it('is the given text, however long, also if it is opened again', async () => {
		const workspace = temporaryDirectory();
		const input = `${'x'.repeat(300_000)}é\n`;
		const script = 'cat /dev/stdin | wc -c; head -c 3 <&0 | wc -c';
		const result = await runSandboxed({ workspace, script, input });
		expect(renderCaptured(result.output)).toBe('300003\n3\n');
	});

	it('is empty if none is given', async () => {
		const result = await runSandboxed({ workspace: temporaryDirectory(), script: 'wc -c' });
		expect(renderCaptured(result.output)).toBe('0\n');
	});
});

describe('options of a command', () => {
	it('an extra folder is read-only, can be the working folder, and variables can be added', async () => {
		const workspace = temporaryDirectory();
		const source = join(temporaryDirectory(), 'skill');
		mkdirSync(source);
		writeFileSync(join(source, 'say.sh'), 'echo "said $WORD"\n');
		const result = await runSandboxed({
			workspace,
			argv: ['bash', '-c', 'bash say.sh; touch x || echo refused; touch "$PLACE/y"'],
			shown: [{ source, target: '/skill' }],
			cwd: '/skill',
			env: { WORD: 'it', PLACE: workspace },
		});
		expect(renderCaptured(result.output)).toMatch(/^said it\n.*Read-only file system\nrefused\n$/);
		expect(sh('ls', workspace)).toBe('y\n');
		await expect(runSandboxed({ workspace, argv: ['true'], cwd: '/skill' })).rejects.toThrow(RangeError);
	});

	it('the whole checkout can be read-only', async () => {
		const workspace = temporaryDirectory();
		writeFileSync(join(workspace, 'a'), 'as it was');
		const result = await runSandboxed({ workspace, readOnly: true, script: 'cat a; echo b > a; rm a; touch c' });
		expect(renderCaptured(result.output)).toMatch(/^as it was.*Read-only/);
		expect([readFileSync(join(workspace, 'a'), 'utf8'), sh('ls', workspace)]).toEqual(['as it was', 'a\n']);
	});
});

describe('a started program', () => {
	function talkTo(script: string, limits = {}) {
		let heard = '';
		const { promise: answered, resolve } = Promise.withResolvers<string>();
		const started = startSandboxed(
			{ workspace: temporaryDirectory(), argv: ['bash', '-c', script], toolchain, limits },
			(chunk) => {
				heard += chunk.toString();
				if (heard.endsWith('\n')) resolve(heard);
			},
		);
		onTestFinished(() => started.kill());
		return { ...started, answered };
	}

	it('answers while it runs, and ends with all its processes when it is killed', async () => {
		const started = talkTo('setsid sleep 1000 & read line; echo "heard $line"; read line');
		await started.write('hello\n');
		expect(await started.answered).toBe('heard hello\n');
		started.kill();
		expect(await started.ended).toEqual({ said: '' });
		await started.write('to nobody\n');
	});

	it('returns its standard error when it ends', async () => {
		expect(await talkTo('echo "no such thing" >&2; exit 3').ended).toEqual({ said: 'no such thing\n' });
	});

	it('is stopped when it exceeds a limit', async () => {
		const started = talkTo('x=a; while :; do x=$x$x; done', { memoryBytes: 67_108_864 });
		expect(await started.ended).toMatchObject({ exceeded: 'memoryBytes' });
	});
});

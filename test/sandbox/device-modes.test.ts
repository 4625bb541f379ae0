import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runSandboxed, startSandboxed } from '../../src/sandbox/index.ts';
import { ownNode } from '../support/programs-at.ts';
import { temporaryDirectory } from './temporary.ts';

/** Returns the mode of a device that is rarely used. */
const modeOfDevice = (): string => (statSync('/dev/full').mode & 0o7777).toString(8);
const before = modeOfDevice();
const isRoot = process.getuid?.() === 0;
const limits = { wallSeconds: 15 };

describe('the devices of the machine', () => {
	it('get their modes back after a command ends', async () => {
		const script = 'chmod 600 /dev/full && stat -c %a /dev/full';
		const { output } = await runSandboxed({ workspace: temporaryDirectory(), script, limits });
		// Only commands of root own the devices.
		expect(output.head).toMatch(isRoot ? /^600\n$/ : /not permitted/);
		expect(modeOfDevice()).toBe(before);
	});

	it('get their modes back while a command still runs', async () => {
		const wait = `for i in $(seq 100); do [ "$(stat -c %a /dev/full)" = ${before} ] && echo restored && break; sleep 0.1; done`;
		const script = `chmod 600 /dev/full; ${wait}`;
		const { output } = await runSandboxed({ workspace: temporaryDirectory(), script, limits });
		expect(output.head).toContain('restored');
	});

	it('get their modes back after a server ends', async () => {
		const argv = ['/bin/sh', '-c', 'chmod 600 /dev/full; echo done'];
		const toolchain = ownNode;
		const server = startSandboxed({ workspace: temporaryDirectory(), argv, limits, toolchain }, () => undefined);
		await server.ended;
		expect(modeOfDevice()).toBe(before);
	});
});

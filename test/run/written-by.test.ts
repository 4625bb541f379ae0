import { expect, it } from 'vitest';
import type { Effect } from '../../src/core/index.ts';
import { writtenBy } from '../../src/run/calls/written-by.ts';
import { emptyState, type State } from '../../src/run/state/state.ts';

const write = (path: string): Effect => ({ kind: 'write', path });
const run: Effect = { kind: 'exec', program: 'make', argv: [] };

/** A state with finished calls, each given by tool, effects, and outcome. */
function after(...calls: readonly (readonly [string, readonly Effect[], string?])[]): State {
	const done = calls.map(([name, effects, kind = 'done']) => ({ name, verdict: { effects }, outcome: { kind } }));
	return { ...emptyState, rounds: [{ calls: done }] } as unknown as State;
}

it("a file's writer is the file tool or a command", () => {
	const by = writtenBy(
		after(['shell_exec', [run]], ['file_write', [write('a')]], ['file_read', [{ kind: 'read', path: 'b' }]]),
	);
	expect([by('a'), by('b')]).toEqual(['file-tool', 'command']);
});

it("a file's writer is unclear if commands ran after the file tool", () => {
	const by = writtenBy(after(['file_edit', [write('a')]], ['shell_exec', [run]], ['file_write', [write('c')]]));
	expect([by('a'), by('c')]).toEqual(['file-tool-then-commands', 'file-tool']);
});

it("a file's writer is not a blocked or denied call", () => {
	const by = writtenBy(after(['file_write', [write('a')], 'blocked'], ['file_write', [write('b')], 'denied']));
	expect([by('a'), by('b')]).toEqual(['command', 'command']);
});

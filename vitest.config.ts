import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What needs minutes: `npm run test:full` runs it, and `npm test` does not. */
const full = ['test/e2e/**/*.test.ts', 'test/**/*.long.test.ts'];
/** Rooms that are pure, and so are their tests: the files share a process, which saves a second for each. */
const pure = ['agent', 'approvals', 'core', 'gate', 'report'].map((room) => `test/${room}/**/*.test.ts`);

export default defineConfig({
	test: {
		// Much of it waits for processes: a machine of two cores is not busy with one file.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		testTimeout: 120_000,
		hookTimeout: 120_000,
		projects: [
			{ extends: true, test: { name: 'pure', include: pure, exclude: full, isolate: false } },
			{ extends: true, test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [...full, ...pure] } },
			{ extends: true, test: { name: 'full', include: full } },
		],
	},
});

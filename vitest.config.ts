import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What needs minutes: `npm run test:full` runs it, and `npm test` does not. */
const full = ['test/e2e/**/*.test.ts', 'test/**/*.long.test.ts'];
/** Rooms whose tests leave their process as they found it: their files share processes, which saves a second for each. */
const sharing =
	'agent approvals config core gate job journal memory readiness report run skills telemetry terminal'.split(' ');
const shared = sharing.map((room) => `test/${room}/**/*.test.ts`);

export default defineConfig({
	test: {
		// Much of it waits for processes: a machine of two cores is not busy with one file.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		testTimeout: 120_000,
		hookTimeout: 120_000,
		projects: [
			{ extends: true, test: { name: 'shared', include: shared, exclude: full, isolate: false } },
			{ extends: true, test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [...full, ...shared] } },
			{ extends: true, test: { name: 'full', include: full } },
		],
	},
});

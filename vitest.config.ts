import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.ts'],
		// Much of it waits for processes: a machine of two cores is not busy with one file.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		testTimeout: 120_000,
		hookTimeout: 120_000,
	},
});

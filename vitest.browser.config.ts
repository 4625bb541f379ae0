import { defineConfig } from 'vitest/config';

/** What needs a browser, apart from the tests that every machine can run. */
export default defineConfig({
	test: { include: ['test/browser/**/*.browser.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});

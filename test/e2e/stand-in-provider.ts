import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** What every request to the stand-in shows. */
export const providerKey = 'sk-not-a-real-key-only-for-this-test-0123456789';

/** A model's provider on this machine, for the tests of one file; each begins with one that knows nothing. */
export function standInProvider(): LLMock {
	const provider = new LLMock({ port: 0 });
	beforeAll(() => provider.start());
	afterAll(() => provider.stop());
	beforeEach(() => {
		provider.clearFixtures();
		provider.clearRequests();
	});
	return provider;
}

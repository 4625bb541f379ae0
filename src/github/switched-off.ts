import { z } from 'zod';
import { configPath, readRepositoryConfig } from '../config/index.ts';
import type { SwitchedOffBy } from '../core/index.ts';
import type { Api } from './api.ts';
import { hasOffLabel } from './approvals-issue.ts';

/** GitHub leaves out the content of a file above 1 MB, and answers with a list for a folder: neither is a configuration. */
const file = z.object({ type: z.literal('file'), encoding: z.literal('base64'), content: z.string() });

/**
 * The kill switch, read from the default branch and from the issue that lists what waits.
 * @throws CountersignError where it cannot be read: an outage is neither on nor off.
 */
export async function readSwitch(api: Api): Promise<SwitchedOffBy | undefined> {
	const route = `GET /repos/{owner}/{repo}/contents/${configPath}`;
	// Without a ref GitHub takes the default branch.
	const found = await api.find(route, file);
	const text = found === undefined ? undefined : Buffer.from(found.content, 'base64').toString();
	if (!readRepositoryConfig(text).enabled) return 'config';
	return (await hasOffLabel(api)) ? 'label' : undefined;
}

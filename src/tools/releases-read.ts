import { z } from 'zod';
import { asData, capped, joined } from './shown.ts';
import { defineTool, done } from './tool.ts';

const longestNotes = 2_000;

/** Shows the newest releases. */
export const releasesRead = defineTool({
	name: 'releases_read',
	description: 'Read the ten newest releases of this repository: tag, name, date, notes.',
	args: z.strictObject({}),
	run: async (_, { toolForge }) => {
		const releases = await toolForge.releases();
		if (releases.length === 0) return done('There are no releases.');
		const texts = releases.map(({ tag, name, body, createdAt, kind }) => ({
			source: `${kind} ${tag}, ${createdAt}`,
			text: `${name}\n${capped(body, longestNotes)}`,
		}));
		return done(joined(asData(texts)));
	},
});

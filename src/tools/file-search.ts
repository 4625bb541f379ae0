import { z } from 'zod';
import { noToolchain, type ToolOutput } from '../core/index.ts';
import { findProgram, runSandboxed, type SandboxResult } from '../sandbox/index.ts';
import { credentialFiles } from './credential-files.ts';
import { type Place, placeToRead } from './place.ts';
import { parseMatches, renderMatches } from './search-matches.ts';
import { commandLines, type Search, type Searcher } from './search-programs.ts';
import { defineTool, done, refused, type ToolServices } from './tool.ts';

const wallSeconds = 30;
const mostBytes = 4_194_304;
const longest = { pattern: 10_000, glob: 1_000 };
const mostLeftOut = 5_000;

/** Finds lines that match a regular expression. */
export const fileSearch = defineTool({
	name: 'file_search',
	description: 'Find lines that match a regular expression in the files of the checkout.',
	args: z.strictObject({ pattern: z.string(), path: z.string().optional(), glob: z.string().optional() }),
	run: async ({ pattern, path = '.', glob }, services) => {
		if (pattern === '') return refused('`pattern` is empty. Name a regular expression.');
		for (const [name, text] of Object.entries({ pattern, glob: glob ?? '' })) {
			if (text.includes('\0')) return refused(`\`${name}\` holds a NUL byte. Search for text.`);
			const most = name === 'glob' ? longest.glob : longest.pattern;
			if (text.length > most)
				return refused(`\`${name}\` has ${text.length} characters; at most ${most} are searched.`);
		}
		const placed = placeToRead(services, path);
		if (!placed.ok) return placed.output;
		const searcher = findProgram('rg', services.sandbox?.toolchain) === undefined ? 'git' : 'rg';
		return searchWith(searcher, { pattern, place: placed.place, glob }, services);
	},
});

/** The arguments of a search. */
export interface Sought {
	readonly pattern: string;
	readonly place: Place;
	readonly glob?: string | undefined;
}

/** Runs a search with one of the programs, in the sandbox, because patterns and file names may come from anybody. */
export async function searchWith(searcher: Searcher, sought: Sought, services: ToolServices): Promise<ToolOutput> {
	const { place } = sought;
	const without = credentialFiles(place, services.holdsCredential);
	if (without.length > mostLeftOut)
		return refused(`Below \`${place.path}\` lie ${without.length} files that are not searched. Name a folder below.`);
	const result = await start(searcher, { ...sought, path: place.path, without }, services);
	if (result.timedOut)
		return refused(`The search took longer than ${wallSeconds} s. Search in a folder, or for something simpler.`);
	const { output } = result;
	const complaint = result.errors.head.replaceAll(services.workspace.root, '.').trim().split('\n').slice(-3).join('\n');
	if (output.bytes === 0 && (result.exitCode ?? 2) > 1)
		return refused(`The search failed: ${complaint.slice(0, 1_000)}. Correct \`pattern\` or \`glob\`.`);
	// A command may have created a credential file after the list above was made.
	const matches = parseMatches(output.head).filter(({ path }) => !services.holdsCredential(path));
	return done(renderMatches(matches, { cut: output.omittedBytes > 0, without: without.length }));
}

function start(searcher: Searcher, search: Search, services: ToolServices): Promise<SandboxResult> {
	return runSandboxed({
		argv: commandLines[searcher](search),
		workspace: services.workspace.root,
		toolchain: services.sandbox?.toolchain ?? noToolchain,
		limits: { ...services.sandbox?.limits, wallSeconds, headBytes: mostBytes, tailBytes: 0 },
		apart: true,
	});
}

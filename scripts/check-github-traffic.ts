import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FetchError, fetchDescriptions } from './github-traffic/fetch-descriptions.ts';
import { judgeTraffic } from './github-traffic/judge-traffic.ts';
import { readGrants } from './github-traffic/read-grants.ts';
import { readRecording } from './github-traffic/read-recording.ts';
import { trafficReport } from './github-traffic/report.ts';

const usage = `Usage: npm run check:github -- FOLDER [--part]
FOLDER is what test runs recorded: TRAFFIC_FOLDER=FOLDER, for npm test and for npm run test:full
  --part  the run was a part of the end-to-end tests: list entries of accepted.ts that it does not need, but do not fail`;

/** Compares the recorded traffic of the end-to-end tests with GitHub's OpenAPI descriptions. */
function main(args: readonly string[]): number {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: { part: { type: 'boolean', default: false } },
	});
	const [folder, ...rest] = positionals;
	if (folder === undefined || rest.length > 0) {
		console.error(usage);
		return 2;
	}
	const traffic = readRecording(folder);
	if (traffic.exchanges.length === 0) throw new Error(`${folder} has no traffic. ${usage}`);
	const grants = readGrants(join(import.meta.dirname, '..'));
	const judgement = judgeTraffic(traffic, { documents: fetchDescriptions(), grants });
	console.log(trafficReport(judgement));
	return judgement.open.length > 0 || (judgement.stale.length > 0 && !values.part) ? 1 : 0;
}

if (import.meta.main) {
	try {
		process.exitCode = main(process.argv.slice(2));
	} catch (error) {
		if (!(error instanceof FetchError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}

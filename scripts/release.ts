import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rebuildFaults, versionFaults } from './release/checkout.ts';
import { packRelease } from './release/pack.ts';
import { prepareRelease } from './release/prepare.ts';
import { publish, requireRepository } from './release/publish.ts';
import { ReleaseError } from './release/shell.ts';

const usage = `npm run release -- [patch | minor | major | <x.y.z>] [--dry-run]   Prepare a release, or show what would happen.
npm run release -- --pack <folder>      The workflow: check a release commit and pack it into a folder of the checkout.
npm run release -- --publish <folder>   The workflow: publish what is in that folder.`;

const say = (line: string) => console.log(line);
const root = process.cwd();
const job = process.env['GITHUB_REPOSITORY'];

/** Returns why there can be no release. Empty if everything went well. */
function main(args: readonly string[]): readonly string[] {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			'dry-run': { type: 'boolean', default: false },
			pack: { type: 'string' },
			publish: { type: 'string' },
		},
	});
	if (values.pack !== undefined) return pack(values.pack);
	if (values.publish !== undefined) {
		publish(root, values.publish, job, say);
		return [];
	}
	if (positionals.length > 1) throw new ReleaseError(usage);
	const [asked] = positionals;
	const isDry = values['dry-run'];
	const day = new Date().toISOString().slice(0, 10);
	const faults = prepareRelease({ root, isDry, day, say, ...(asked === undefined ? {} : { asked }) });
	if (isDry) say('\nThis was a dry run: nothing in this checkout changed, and nothing left this machine.');
	return faults;
}

function pack(folder: string): readonly string[] {
	requireRepository(root, job);
	const faults = [...versionFaults(root), ...rebuildFaults(root)];
	if (faults.length > 0) return faults;
	const packed = packRelease(root, resolve(root, folder));
	say(`✓ ${packed.tarball} contains ${packed.count} files, and the SBOM names ${packed.parts} packages`);
	return packed.faults;
}

try {
	const faults = main(process.argv.slice(2));
	for (const fault of faults) console.error(`✗ ${fault}`);
	if (faults.length > 0) console.error('There can be no release yet.');
	process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
	const isExpected = error instanceof ReleaseError || (error instanceof TypeError && 'code' in error);
	if (!isExpected) throw error;
	console.error(`✗ ${error.message}`);
	process.exitCode = 1;
}

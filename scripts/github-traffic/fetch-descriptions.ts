import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject, type JsonObject } from './json.ts';

/** The descriptions could not be fetched. The message says what to do. */
export class FetchError extends Error {}

interface Package {
	readonly name: string;
	readonly version: string;
	readonly integrity: string;
	/** Only these files are unpacked, because `@octokit/openapi` has 385 MB. */
	readonly files: readonly string[];
}

const rest: Package = {
	name: '@octokit/openapi',
	version: '23.0.2',
	integrity: 'sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==',
	files: ['api.github.com.json', 'ghes-3.17.json', 'ghes-3.19.json'],
};

const webhooks: Package = {
	name: '@octokit/openapi-webhooks',
	version: '12.1.0',
	integrity: 'sha512-Z5eDsLCUNbx1zHpZb1LNQirADqdMTvWJQ/deahi0ws+tWWnwHXB+Pr4jfmM9OrETS9Y5iW8ZRu1fdbudObhLrg==',
	files: ['api.github.com.json'],
};

/** The OpenAPI documents that the check reads. */
export interface Documents {
	readonly github: JsonObject;
	readonly oldestServer: JsonObject;
	readonly newestServer: JsonObject;
	readonly webhooks: JsonObject;
}

function run(program: string, args: readonly string[], what: string): string {
	const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
	if (status === 0) return stdout;
	throw new FetchError(`${what}\n${error?.message ?? stderr.trim()}`);
}

/** Downloads one package of the npm registry into the folder and reads its files. */
function unpacked({ name, version, integrity, files }: Package, folder: string): readonly JsonObject[] {
	const spec = `${name}@${version}`;
	const unreachable = `Cannot get ${spec} from the npm registry. Check the network, or npm's setting \`registry\`.`;
	mkdirSync(folder);
	const packed = run('npm', ['pack', spec, '--loglevel=error', '--pack-destination', folder], unreachable).trim();
	const archive = join(folder, packed.split('\n').at(-1) ?? '');
	const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
	if (found !== integrity) throw new FetchError(`${spec} is not the package that was pinned: its hash is ${found}.`);
	const paths = files.map((file) => `package/generated/${file}`);
	run('tar', ['-xzf', archive, '-C', folder, ...paths], `Cannot unpack ${spec}.`);
	return paths.map((path) => parsed(readFileSync(join(folder, path), 'utf8'), path));
}

function parsed(text: string, path: string): JsonObject {
	const value: unknown = JSON.parse(text);
	if (isObject(value)) return value;
	throw new Error(`${path} is not a JSON object.`);
}

/**
 * Returns GitHub's published descriptions from the npm registry. @throws {FetchError} if the registry is unreachable or has another
 * package.
 */
export function fetchDescriptions(): Documents {
	const folder = mkdtempSync(join(tmpdir(), 'github-descriptions-'));
	try {
		const [github = {}, oldestServer = {}, newestServer = {}] = unpacked(rest, join(folder, 'rest'));
		const [events = {}] = unpacked(webhooks, join(folder, 'webhooks'));
		return { github, oldestServer, newestServer, webhooks: events };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

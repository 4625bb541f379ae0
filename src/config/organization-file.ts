import { z } from 'zod';
import { CountersignError, nearestWord, type OrganizationFiles } from '../core/index.ts';
import { type ConfigShape, configKeys, configSchema, organizationSandbox } from './config-schema.ts';
import { badConfig, type ConfigText, parseConfig } from './config-text.ts';
import { firstOf, type WrittenConfig, writtenIn } from './repository-config.ts';

/** The path of the organization's configuration in its repository `.github`. */
export const organizationConfigPath = 'countersign.yml';
/** The folder of the organization's policies. Every file in it is used. */
export const organizationPolicies = 'countersign/policies';

/** The most policies. Nobody could know more rules than that. */
const mostPolicies = 50;
const mostBytes = 64 * 1024;

/** The keys of an organization's configuration that say something about its repositories. */
export type OrganizationKey = Exclude<keyof z.output<ConfigShape>, 'setup' | 'mcp'>;

/**
 * Whether an organization may let a repository's value be used unchanged, for each key. `hosts` and `services` are parts of `sandbox`. If a
 * key is missing here, this does not compile.
 */
const canLoosen = {
	enabled: false,
	model: false,
	mode: true,
	auto_for: true,
	max_iterations: true,
	approval_timeout_seconds: true,
	budget: true,
	listen_to: true,
	memory: false,
	policies: true,
	safety: true,
	sandbox: true,
	hosts: true,
	services: true,
	approvals: true,
} as const satisfies Readonly<Record<OrganizationKey | 'hosts' | 'services', boolean>>;

type LoosenKey = keyof typeof canLoosen;
export type Loosenable = { readonly [K in LoosenKey]: (typeof canLoosen)[K] extends true ? K : never }[LoosenKey];

const loosenable = (Object.keys(canLoosen) as readonly LoosenKey[]).filter((key): key is Loosenable => canLoosen[key]);

const loosen = z
	.array(
		z.enum(loosenable, {
			error: ({ input }) => {
				const near = nearestWord(String(input), loosenable);
				const meant = near === undefined ? '' : `; did you mean \`${near}\`?`;
				return `\`${String(input)}\` cannot be loosened${meant} (one of ${loosenable.join(', ')})`;
			},
		}),
		{ error: 'must be a list of keys' },
	)
	.readonly()
	.default([]);

/** A repository's keys, without those that make sense only in one repository. It also contains the keys that are not binding. */
const schema = configSchema
	.unwrap()
	.omit({ setup: true, mcp: true })
	.extend({ loosen, sandbox: organizationSandbox.exactOptional() });
const keys = { ...configKeys, '': Object.keys(schema.shape) };

/** The parsed rules of an organization. */
export interface Organization extends WrittenConfig {
	readonly files: OrganizationFiles;
	readonly loosen: ReadonlySet<Loosenable>;
	/** The texts of its policies, with their names in verdicts. */
	readonly policies: readonly { readonly file: string; readonly text: string }[];
}

/**
 * Parses an organization's rules for all its repositories. `file` is the name in verdicts, such as `octo-org/.github:countersign.yml`.
 * @throws CountersignError `bad-config` with file and line. Without this error, a misspelled rule would have no effect.
 */
export function readOrganization(files: OrganizationFiles): Organization {
	refuseExcess(files);
	const { repository } = files;
	const text = files.files.find(({ path }) => path === organizationConfigPath)?.text ?? '';
	const { source, data: parsed } = parse(text, repository);
	const { loosen: loosened, ...data } = parsed;
	const written = writtenIn({ ...data, setup: [] }, source);
	refuseMissing(written.config.policies, files, source);
	return {
		...written,
		files,
		loosen: new Set(loosened),
		policies: files.files
			.filter(({ path }) => path !== organizationConfigPath)
			.map((policy) => ({ file: `${repository}:${policy.path}`, text: policy.text })),
	};
}

/** Whether an organization's configuration alone allows runs to continue. @throws CountersignError `bad-config` */
export function organizationEnables(text: string, repository: string): boolean {
	return parse(text, repository).data.enabled;
}

function parse(
	text: string,
	repository: string,
): { readonly source: ConfigText; readonly data: z.output<typeof schema> } {
	const source = parseConfig(text, `${repository}:${organizationConfigPath}`, keys);
	const parsed = schema.safeParse(source.value ?? {});
	if (!parsed.success) throw source.explain(firstOf(parsed.error.issues));
	return { source, data: parsed.data };
}

/**
 * Refuses a policy path that names no file, because the organization would believe that this rule exists. Other paths have no effect,
 * because all policies are used anyway.
 */
function refuseMissing(paths: readonly string[], { files, repository }: OrganizationFiles, source: ConfigText): void {
	const missing = paths.find((path) => !files.some((one) => one.path === path));
	if (missing === undefined) return;
	const what = `\`policies\` names \`${missing}\`, but ${repository} has no such file in ${organizationPolicies}/`;
	throw badConfig(source.file, source.line(['policies']), what);
}

function refuseExcess({ repository, files }: OrganizationFiles): void {
	const large = files.find(({ text }) => Buffer.byteLength(text) > mostBytes);
	if (large !== undefined)
		throw excess(`${repository}:${large.path} is larger than ${mostBytes / 1024} KiB`, 'Split the file');
	if (files.filter(({ path }) => path !== organizationConfigPath).length > mostPolicies)
		throw excess(`${repository} has more than ${mostPolicies} policies in ${organizationPolicies}/`, 'Merge some');
}

function excess(what: string, how: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${what}.`,
		fix: `${how}; no run of the organization starts until then.`,
	});
}

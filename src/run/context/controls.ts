import { z } from 'zod';
import { type OrganizationFiles, organizationSchema, utcDay } from '../../core/index.ts';
import { gateTools, type PatternSource, type Policy } from '../../gate/index.ts';
import { loadKnownPolicy, loadStanding } from '../../gate/loading.ts';
import {
	type LoadedSkills,
	patternSource,
	readSkills,
	renderSkillError,
	requireSkills,
	type Skill,
	withoutIdleTools,
} from '../../skills/index.ts';

const isTrue = z.literal(true).exactOptional();
const file = z
	.object({ file: z.string(), text: z.string(), isOwn: isTrue, isForeign: isTrue, ofOrganization: isTrue })
	.readonly();
const pattern = z
	.object({
		pattern: z.string(),
		reason: z.string().exactOptional(),
		on: z.enum(['raw', 'executed']),
		line: z.number().int(),
	})
	.readonly();
const blocked = z.object({ file: z.string(), patterns: z.array(pattern).readonly() }).readonly();
const schema = z
	.object({
		policies: z.array(file).readonly(),
		skills: z.array(file).readonly(),
		/** Missing in runs that are older than this field. */
		blocked: blocked.exactOptional(),
		/** Further patterns that the organization blocks. */
		blockedAbove: blocked.exactOptional(),
		/** The organization's files, at their commit when the run began. */
		organization: organizationSchema.exactOptional(),
		/** The repository's standing approvals. */
		standing: file.exactOptional(),
		warnings: z.array(z.string()).readonly().exactOptional(),
	})
	.readonly();

/**
 * The texts of policies and skills, and the blocked patterns, as they were at the base commit. The journal keeps them, so a resumed run
 * uses the same rules.
 */
export type ControlTexts = z.infer<typeof schema>;

type BlockedPattern = z.infer<typeof pattern>;

export interface Controls {
	readonly policies: readonly Policy[];
	readonly skills: readonly Skill[];
	/** Patterns that no call may match, in a run with any skill or without one. */
	readonly blocked: readonly BlockedPattern[];
	/** The patterns of the skills and of the configuration, as written. */
	readonly patterns: readonly PatternSource[];
	/** Rules that maintainers approved for every run. */
	readonly standing?: { readonly policy: Policy; readonly text: string };
	/** The organization's files. */
	readonly organization?: OrganizationFiles;
	/** Warnings about the configuration and the policies. They do not stop the run. */
	readonly warnings: readonly string[];
}

/** Reads the controls that the journal keeps. @throws CountersignError `bad-policy` or `bad-skill`. */
export function controlsOf(json: string, now?: Date): Controls {
	return readControls(schema.parse(JSON.parse(json)), now);
}

/**
 * Returns the parts of the kept controls that the model reads. It skips the policies, because checking their examples takes time. @throws
 * CountersignError `bad-skill`.
 */
export function toldControls(json: string): Pick<Controls, 'skills' | 'blocked'> {
	const texts = schema.parse(JSON.parse(json));
	return { skills: skillsOf(texts.skills).skills, blocked: blockedIn(texts).flatMap(({ patterns }) => patterns) };
}

type Blocked = NonNullable<ControlTexts['blocked']> & Pick<PatternSource, 'ofOrganization'>;

function blockedIn({ blockedAbove, blocked: own }: ControlTexts): readonly Blocked[] {
	const above = blockedAbove === undefined ? [] : [{ ...blockedAbove, ofOrganization: true as const }];
	return [...above, own ?? []].flat();
}

/** The skills that were read last. A job reads the same skills for its header, its gate and its context. */
let kept: { readonly texts: string; readonly read: LoadedSkills } | undefined;

function skillsOf(files: ControlTexts['skills']): LoadedSkills {
	const texts = JSON.stringify(files);
	if (kept?.texts === texts) return kept.read;
	const all = readSkills(files);
	requireSkills(all);
	const ours = gateTools.map(({ name }) => name);
	const read = { ...all, skills: all.skills.map((skill) => withoutIdleTools(skill, ours)) };
	kept = { texts, read };
	return read;
}

/** The most problems that a run shows about skills in the open format. `skills check` shows all. */
const mostToldFaults = 5;

/**
 * Returns the warnings about skills. Skills in the open format were not written for Countersign, so it reports only problems that exclude a
 * skill.
 */
function skillWarnings({ skills, leftOut }: LoadedSkills, files: ControlTexts['skills']): readonly string[] {
	const foreign = new Set(files.flatMap((one) => (one.isForeign === true ? [one.file] : [])));
	const more = leftOut.length - mostToldFaults;
	return [
		...skills.filter((skill) => !foreign.has(skill.file)).flatMap(({ notices = [] }) => notices.map(renderSkillError)),
		...leftOut.slice(0, mostToldFaults).map((fault) => `Left out: ${renderSkillError(fault)}`),
		...(more > 0 ? [`${more} more faults of skills for any agent: \`countersign skills check\` tells them.`] : []),
	];
}

/**
 * Reads policies and skills from their texts, with the rules that are valid now. Without a time, no rule with an expiry allows anything.
 * @throws CountersignError `bad-policy` or `bad-skill`.
 */
export function readControls(texts: ControlTexts, now?: Date): Controls {
	const day = now === undefined ? {} : { today: utcDay(now) };
	const policies = texts.policies.map(({ file: name, text, isOwn = false, ofOrganization }) => {
		const policy = loadKnownPolicy(text, name, { ...day, isOwn });
		return ofOrganization === undefined ? policy : { ...policy, ofOrganization };
	});
	const read = skillsOf(texts.skills);
	const { skills } = read;
	const { standing, organization } = texts;
	const blockedHere = blockedIn(texts);
	return {
		policies,
		skills,
		...(standing === undefined ? {} : { standing: { policy: loadStanding(standing.text, day), text: standing.text } }),
		...(organization === undefined ? {} : { organization }),
		blocked: blockedHere.flatMap(({ patterns }) => patterns),
		patterns: [
			...skills.map((skill) => skillPatterns(skill, texts)),
			...blockedHere.map(({ patterns, ...one }) => ({ ...one, danger: [], confirm: [], blocked: patterns })),
		],
		warnings: [
			...(texts.warnings ?? []),
			...policies.flatMap((policy) => policy.warnings),
			...skillWarnings(read, texts.skills),
		],
	};
}

/** Returns the patterns of a skill, and whether the skill is ours or the repository's. */
function skillPatterns({ patterns }: Skill, { skills }: Pick<ControlTexts, 'skills'>): PatternSource {
	const source = patternSource(patterns);
	const isShipped = skills.some(({ file: name, isOwn }) => name === source.file && isOwn === undefined);
	return isShipped ? { ...source, isShipped } : source;
}

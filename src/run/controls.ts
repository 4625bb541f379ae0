import { z } from 'zod';
import { type OrganizationFiles, organizationSchema } from '../core/index.ts';
import { gateTools, type PatternSource, type Policy } from '../gate/index.ts';
import { loadKnownPolicy, loadStanding } from '../gate/loading.ts';
import {
	type LoadedSkills,
	patternSource,
	readSkills,
	renderSkillError,
	requireSkills,
	type Skill,
	withoutIdleTools,
} from '../skills/index.ts';

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
		/** Runs that began before there were any have none. */
		blocked: blocked.exactOptional(),
		/** What the organization blocks besides. */
		blockedAbove: blocked.exactOptional(),
		/** The organization's files, at the commit that the run began with. */
		organization: organizationSchema.exactOptional(),
		/** The repository's standing approvals. */
		standing: file.exactOptional(),
		warnings: z.array(z.string()).readonly().exactOptional(),
	})
	.readonly();

/** The texts of policies and skills and the blocked patterns as they stood at the base sha: frozen in the journal, so that a resume judges by the same. */
export type ControlTexts = z.infer<typeof schema>;

type BlockedPattern = z.infer<typeof pattern>;

export interface Controls {
	readonly policies: readonly Policy[];
	readonly skills: readonly Skill[];
	/** What no call may match, whatever skill it belongs to. */
	readonly blocked: readonly BlockedPattern[];
	/** The patterns of the skills and of the configuration, as they are written. */
	readonly patterns: readonly PatternSource[];
	/** What maintainers approved for every run. */
	readonly standing?: { readonly policy: Policy; readonly text: string };
	/** The organization's files. */
	readonly organization?: OrganizationFiles;
	/** What a reader of the run should know of its configuration and policies, and does not stop it. */
	readonly warnings: readonly string[];
}

/** Reads frozen controls. @throws CountersignError `bad-policy` or `bad-skill`. */
export function controlsOf(json: string, now?: Date): Controls {
	return readControls(schema.parse(JSON.parse(json)), now);
}

/** What frozen controls tell the model: without the policies, whose examples take their time. @throws CountersignError `bad-skill`. */
export function toldControls(json: string): Pick<Controls, 'skills' | 'blocked'> {
	const texts = schema.parse(JSON.parse(json));
	return { skills: skillsOf(texts.skills).skills, blocked: blockedIn(texts).flatMap(({ patterns }) => patterns) };
}

type Blocked = NonNullable<ControlTexts['blocked']> & Pick<PatternSource, 'ofOrganization'>;

function blockedIn({ blockedAbove, blocked: own }: ControlTexts): readonly Blocked[] {
	const above = blockedAbove === undefined ? [] : [{ ...blockedAbove, ofOrganization: true as const }];
	return [...above, own ?? []].flat();
}

/** A job reads the same skills for its header, its gate and its context: the last ones are kept. */
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

/** How many faults of skills for any agent a run tells; `skills check` tells all. */
const mostToldFaults = 5;

/** What a run tells of skills: those for any agent were not written for us, so only what keeps one out is told. */
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
 * Reads policies and skills from their texts, as they hold now; without a time no rule that expires allows anything.
 * @throws CountersignError `bad-policy` or `bad-skill`.
 */
export function readControls(texts: ControlTexts, now?: Date): Controls {
	const day = now === undefined ? {} : { today: now.toISOString().slice(0, 10) };
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

/** The patterns of a skill, and whether we wrote it or the repository did. */
function skillPatterns({ patterns }: Skill, { skills }: Pick<ControlTexts, 'skills'>): PatternSource {
	const source = patternSource(patterns);
	const isShipped = skills.some(({ file: name, isOwn }) => name === source.file && isOwn === undefined);
	return isShipped ? { ...source, isShipped } : source;
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { shippedBlockedPatterns } from '../src/config/index.ts';
import { sha256 } from '../src/core/index.ts';
import { policyData, type ShippedControls } from '../src/gate/index.ts';
import { loadPolicy } from '../src/gate/loading.ts';
import {
	compileSkill,
	isTaskSkill,
	patternSource,
	readSkill,
	readSkills,
	recordedVersions,
	requireSkills,
	type ShippedVersions,
	type Skill,
} from '../src/skills/index.ts';
import { version } from '../src/version.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'src/gate/shipped-controls.json');
const skillsFile = 'src/skills/shipped-skills.json';
const versionsFile = 'src/skills/shipped-versions.json';

/** The policies that gates use most often. The others are read from their files. */
const compiled = ['floor', 'default', 'strict', 'autonomous'];

/**
 * Compiles shipped policies, the patterns of shipped skills and the shipped blocked patterns to plain data, so that a gate starts without
 * YAML and schemas.
 */
export function compileControls(): ShippedControls {
	const policies = compiled.map((name) => {
		const file = `policies/${name}.yml`;
		const text = read(file);
		return { ...policyData(loadPolicy(text, file)), sha256: sha256(text) };
	});
	const patterns = shippedSkills()
		.map((skill) => patternSource(skill.patterns))
		.filter(({ danger, confirm }) => danger.length + confirm.length > 0);
	const { file, patterns: blocked } = shippedBlockedPatterns(root);
	return { policies, patterns: [...patterns, { file, danger: [], confirm: [], blocked }] };
}

function shippedSkills(): readonly Skill[] {
	return requireSkills(readSkills(skillFiles().map((file) => ({ file, text: read(file) }))));
}

function skillFiles(): readonly string[] {
	return readdirSync(join(root, 'skills'), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `skills/${name}/SKILL.md`)
		.sort();
}

/**
 * Returns the text of the file with the shipped skills as plain data, so that a run starts without parsing them. @throws if one is invalid.
 */
export function skillsText(): string {
	const compiled = skillFiles().map((file) => {
		const text = read(file);
		// The compiled form must not come from an earlier compiled form.
		const reading = readSkill(text, file);
		if (!reading.ok) throw new Error(`${file} is invalid: ${JSON.stringify(reading.errors)}`);
		return compileSkill(reading.skill, text);
	});
	return `${JSON.stringify(compiled)}\n`;
}

/**
 * Returns the text of the file with every shipped version of the task skills. @throws CountersignError `bad-skill` if a version must be
 * raised.
 */
export function versionsText(): string {
	const texts = shippedSkills()
		.filter(isTaskSkill)
		.map(({ name, version: own = '', file }) => ({ name, version: own, text: read(file) }));
	const known = JSON.parse(read(versionsFile)) as ShippedVersions;
	return `${JSON.stringify(recordedVersions(known, texts, version), null, '\t')}\n`;
}

/**
 * Returns the compiled patterns that are not proven to take linear time. They run on the runtime's own engine. There, a pattern that
 * backtracks would let a command line block the gate.
 */
export function unprovenPatterns({ policies, patterns }: ShippedControls): readonly string[] {
	const ofRules = policies.flatMap(({ file, rules }) =>
		rules.flatMap(({ commandPatterns = [], pathPatterns = [], effectPatterns = [] }) =>
			[...commandPatterns, ...pathPatterns, ...effectPatterns].map((pattern) => ({ file, pattern, flags: '' })),
		),
	);
	const ofPatterns = patterns.flatMap(({ file, danger, confirm, blocked = [] }) =>
		[...danger, ...confirm, ...blocked].map((spec) => ({
			file,
			pattern: typeof spec === 'string' ? spec : spec.pattern,
			flags: 'i',
		})),
	);
	return [...ofRules, ...ofPatterns].flatMap(({ file, pattern, flags }) => {
		const result = checkSync(pattern, flags, { timeout: 60_000 });
		const isProven = result.status === 'safe' && ['safe', 'linear'].includes(result.complexity.type);
		const why = `${file}: \`${pattern}\` is not proven to be linear (${result.status})`;
		return isProven ? [] : [`${why}; write it without nested or neighbouring repetitions.`];
	});
}

function read(file: string): string {
	return readFileSync(join(root, file), 'utf8');
}

/** Returns the text of the compiled file. */
export function compiledText(): string {
	return `${JSON.stringify(compileControls())}\n`;
}

if (import.meta.main) {
	const unproven = unprovenPatterns(compileControls());
	for (const line of unproven) console.error(line);
	if (unproven.length === 0 && !process.argv.includes('--prove')) {
		writeFileSync(target, compiledText());
		writeFileSync(join(root, skillsFile), skillsText());
		writeFileSync(join(root, versionsFile), versionsText());
	}
	process.exitCode = unproven.length === 0 ? 0 : 1;
}

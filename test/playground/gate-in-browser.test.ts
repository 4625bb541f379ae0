import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { startFiles } from '../../playground/page/bench/checkout.ts';
import { createJudge, type JudgeSources } from '../../playground/page/bench/judge.ts';
import type { Answer, Question } from '../../playground/page/bench/question.ts';
import { forBrowser } from '../../scripts/build-playground.ts';
import { ownCommands } from '../../scripts/labelled-commands.ts';
import { basePolicies, modes, overlayPolicies } from '../../src/core/index.ts';
import { policyTexts } from './policy-texts.ts';

const root = join(import.meta.dirname, '../..');

/** The gate of the page and its replacements for Node, as built, in a realm with only browser globals. */
interface Bundled {
	readonly createJudge: (sources: JudgeSources) => (question: Question) => Answer;
	readonly bytesTold: (hex: string) => readonly string[];
}

const sources: JudgeSources = { texts: policyTexts(), today: '2026-12-31' };
const inNode = createJudge(sources);
let bundled: Bundled;
beforeAll(async () => {
	bundled = await bundleForBrowser();
});

test('the browser and Node give the same decisions', () => {
	const inBrowser = bundled.createJudge(sources);
	const asked = everyNth(ownCommands(), 24).map(({ command }, index) => questionOf(command, index));
	expect(asked.length).toBeGreaterThan(300);
	for (const question of asked) {
		// Objects of another realm have other prototypes, so their texts are compared.
		expect(JSON.stringify(inBrowser(question))).toBe(JSON.stringify(inNode(question)));
	}
});

test('the gate in the browser uses nothing that only Node has', () => {
	const inBrowser = bundled.createJudge(sources);
	const { settings } = inBrowser(questionOf('echo aGVsbG8= | base64 -d | sha256sum', 0));
	expect(settings[0]).toMatchObject({ kind: 'judged' });
	expect(JSON.stringify(settings)).not.toContain('gate-error');
});

test('the browser and Node decode and hash bytes in the same way', () => {
	const samples = [
		'',
		'efbbbf61',
		'e282',
		'f09f98',
		'c3a4ff',
		'eda080',
		...Array.from({ length: 200 }, () => randomBytes(24).toString('hex')),
	];
	for (const hex of samples) expect([...bundled.bytesTold(hex)]).toEqual(bytesToldByNode(hex));
});

function questionOf(command: string, index: number): Question {
	const mode = modes[index % modes.length] ?? 'default';
	const policy = basePolicies[index % basePolicies.length] ?? 'default';
	const overlay = overlayPolicies[index % 5] ?? 'dev-tools';
	return {
		tool: 'shell_exec',
		args: { command },
		files: startFiles,
		settings: [
			index % 2 === 0 ? { mode, policies: ['default'] } : { mode: 'default', policies: [policy, overlay], own },
		],
	};
}

const own = 'rules:\n  - name: docs\n    effects: [write]\n    paths: ["docs/**"]\n    action: allow\n';

function everyNth<T>(items: readonly T[], step: number): readonly T[] {
	return items.filter((_, index) => index % step === 0);
}

const bytesTold = `
import { createHash } from 'node:crypto';
export const bytesTold = (hex) => {
	const bytes = Buffer.from(hex, 'hex');
	const text = bytes.toString();
	const base64 = bytes.toString('base64');
	return [text, base64, Buffer.from(base64, 'base64').toString('hex'), String(Buffer.byteLength(text)), createHash('sha256').update(text).digest('hex')];
};`;

function bytesToldByNode(hex: string): readonly string[] {
	const bytes = Buffer.from(hex, 'hex');
	const [text, base64] = [bytes.toString(), bytes.toString('base64')];
	return [text, base64, hex, String(Buffer.byteLength(text)), createHash('sha256').update(text).digest('hex')];
}

async function bundleForBrowser(): Promise<Bundled> {
	const entry = `export { createJudge } from ${JSON.stringify(join(root, 'playground/page/bench/judge.ts'))};${bytesTold}`;
	const started = await rolldown({
		...forBrowser,
		input: 'entry',
		plugins: [
			...forBrowser.plugins,
			{ name: 'entry', resolveId: (id) => (id === 'entry' ? id : null), load: (id) => (id === 'entry' ? entry : null) },
		],
	});
	const { output } = await started.generate({ format: 'iife', name: 'bundled' });
	await started.close();
	const realm = createContext({ TextDecoder, TextEncoder, URL }, { codeGeneration: { strings: false, wasm: false } });
	return runInContext(`${output[0].code}\nbundled`, realm);
}

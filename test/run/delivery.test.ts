import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeliveryFacts, EntryOf, Mode, Ports, ToolCall } from '../../src/core/index.ts';
import { createRedactor, directoryBlobs } from '../../src/journal/index.ts';
import { judgeUngranted } from '../../src/run/calls/judgement.ts';
import type { Stage } from '../../src/run/stage.ts';
import type { CallState } from '../../src/run/state/call-state.ts';
import { emptyState } from '../../src/run/state/state.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aGate, aShippedPolicy } from '../gate/support.ts';
import { aRepository, putFiles, sh } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest } from '../support/world.ts';

const workflow = '.github/workflows/ci.yml';
const token = 'a-token-of-this-very-job';
const baseFiles = { 'src/a.ts': 'a\n', [workflow]: 'on: push\n', 'package.json': '{"version":"1.0.0"}\n' };

interface Judged {
	readonly root: string;
	/** Judges `open_pull_request` on the current checkout. */
	readonly judge: (options?: {
		readonly mode?: Mode;
		readonly policy?: string;
		readonly delivery?: DeliveryFacts;
	}) => Promise<EntryOf<'tool_attempt'>>;
}

/** A real checkout, the real gate with a shipped policy, and the step of a run that judges. */
async function aDelivery(files: Readonly<Record<string, string>> = baseFiles, script?: string): Promise<Judged> {
	const { root, baseSha } = aRepository(files, script);
	const workspace = await openWorkspace(root, baseSha);
	const folder = temporaryFolder();
	const redactor = createRedactor([token]);
	const blobs = directoryBlobs(folder.path, redactor);
	const call: ToolCall = { id: 'c1', name: 'open_pull_request', args: { title: 'T', body: 'B' } };
	const args = await blobs.put(JSON.stringify(call.args));
	const state: CallState = {
		...call,
		args,
		redacted: false,
		notices: [],
		signatures: [],
		lostClaim: false,
		unknown: false,
	};
	const judged: Judged['judge'] = ({ mode = 'edit', policy = 'default', delivery = {} } = {}) => {
		const gate = aGate({ policies: ['floor', policy].map(aShippedPolicy) });
		const toolbox = { definitions: () => [], problem: () => undefined };
		const ports = { workspace, blobs, redactor, gate, toolbox } as unknown as Ports;
		const limits = { maxIterations: 8, approvalTimeoutSeconds: 60 };
		const header = {
			type: 'run_started',
			run: '1-r',
			baseSha,
			request: agentRequest(),
			settings: { mode, model: 'm', limits },
		};
		return judgeUngranted(state, {
			state: { ...emptyState, header, delivery } as unknown as Stage['state'],
			ports,
		} as Stage);
	};
	return { root, judge: judged };
}

/** Ways to change a workflow file without a file tool. */
const ways: readonly (readonly [string, string])[] = [
	['written by a command', `echo 'on: pull_request' > ${workflow}`],
	['appended by a command', `printf 'x: y\\n' >> ${workflow}`],
	['deleted', `rm ${workflow}`],
	['renamed', `git mv ${workflow} .github/workflows/other.yml`],
	['added and staged', `echo x > .github/workflows/new.yaml && git add -A`],
	[
		'committed, with a clean git status',
		`echo x >> ${workflow} && git -c user.name=o -c user.email=o@example.com commit -qam x`,
	],
	['made executable', `chmod +x ${workflow}`],
	['replaced by a link', `ln -sf ../../src/a.ts ${workflow}`],
	[
		'in a folder that became a link',
		'mkdir w && cp .github/workflows/* w && rm -r .github/workflows && ln -s ../w .github/workflows',
	],
	['in a folder with other upper and lower case', 'mkdir -p .github/WORKFLOWS && echo x > .github/WORKFLOWS/a.yml'],
	['hidden from git’s index', `git update-index --assume-unchanged ${workflow} && echo x >> ${workflow}`],
	[
		'with its old modification time',
		`touch -r ${workflow} /tmp/when.$$ && echo x >> ${workflow} && touch -r /tmp/when.$$ ${workflow}`,
	],
	['among many others', `for i in $(seq 60); do echo x > src/$i.ts; done; echo x >> ${workflow}`],
	['as an action', 'mkdir -p .github/actions/a && echo x > .github/actions/a/action.yml'],
];

describe('deliveries with workflow changes', () => {
	it.each(ways)('need approval: %s', async (_, script) => {
		const { root, judge: judged } = await aDelivery();
		sh(script, root);
		for (const policy of ['default', 'permissive']) {
			const verdict = await judged({ policy });
			expect(verdict).toMatchObject({ decision: 'confirm', risk_level: 'high' });
			expect(verdict.effects.map((effect) => ('what' in effect ? effect.what : ''))).toContain('workflow');
		}
	});

	it('need approval, but an ordinary change or a new package version does not', async () => {
		const { root, judge: judged } = await aDelivery();
		putFiles(root, { 'src/a.ts': 'b\n', 'src/new.ts': 'c\n', 'package.json': '{"version":"1.0.1"}\n' });
		expect(await judged()).toMatchObject({ decision: 'allow', matched_rule: 'own-thread' });
	});
});

describe('a job token that may not change workflows', () => {
	it.each(ways.slice(0, 4))('blocks their delivery before anybody is asked, in every mode: %s', async (_, script) => {
		const { root, judge: judged } = await aDelivery();
		sh(script, root);
		const verdict = await judged({ mode: 'auto', delivery: { changes_workflows: false } });
		expect(verdict).toMatchObject({ decision: 'block', matched_rule: 'workflow-not-deliverable' });
		expect(verdict.reason).toMatch(/`\.github\/workflows\/\w+\.yml`.* say in words/);
		expect(verdict.matches[0]?.stage).toBe('tools');
	});

	it('still allows other deliveries to ask for approval', async () => {
		const { root, judge: judged } = await aDelivery();
		putFiles(root, { 'action.yml': 'x' });
		expect(await judged({ delivery: { changes_workflows: false } })).toMatchObject({ decision: 'confirm' });
	});
});

describe('an approval of a delivery', () => {
	it('is bound to every byte and every mode bit of the delivered files', async () => {
		const { root, judge: judged } = await aDelivery();
		putFiles(root, { 'src/a.ts': 'b\n' });
		const bindings = new Set<string>();
		const look = async (): Promise<number> => bindings.add((await judged({ policy: 'strict' })).binding).size;
		expect([await look(), await look()]).toEqual([1, 1]);
		putFiles(root, { 'src/a.ts': 'c\n' });
		expect(await look()).toBe(2);
		chmodSync(join(root, 'src/a.ts'), 0o755);
		expect(await look()).toBe(3);
		putFiles(root, { 'src/b.ts': '' });
		expect(await look()).toBe(4);
	});
});

describe('the verdict on a delivery', () => {
	it('judges what git would commit, not what is on the disk', async () => {
		const { root, judge: judged } = await aDelivery({ ...baseFiles, 'package.json': '{}' });
		sh(`printf 'a.txt working-tree-encoding=UTF-16LE\\n' > .gitattributes; printf 'h\\0i\\0' > a.txt`, root);
		const { effects } = await judged();
		expect(
			effects.map((effect) => ('path' in effect && 'what' in effect ? `${effect.path} ${effect.what}` : '')),
		).toEqual([...['', '.gitattributes git-hooks', 'a.txt ordinary']]);
	});

	it('names links and executable bits', async () => {
		const { root, judge: judged } = await aDelivery();
		symlinkSync('/etc/passwd', join(root, 'look'));
		chmodSync(join(root, 'src/a.ts'), 0o755);
		const { matches } = await judged();
		const words = matches.map(({ evidence }) => evidence).join('\n');
		expect(words).toContain('delivers as link: `look` (added; to "/etc/passwd")');
		expect(words).toContain('delivers as executable: `src/a.ts` (changed)');
	});

	it('blocks a delivery that cannot be read', async () => {
		const { root, judge: judged } = await aDelivery();
		putFiles(root, { '.gitattributes': '*.txt working-tree-encoding=UTF-16\n', 'odd.txt': 'x' });
		expect(await judged()).toMatchObject({ decision: 'block', matched_rule: 'cannot-be-delivered' });
	});
});

describe('a credential', () => {
	const key = ['-----BEGIN RSA PRIVATE', 'KEY-----\nMIIabc\n'].join(' ');
	it.each([
		['of this job', `one\ntwo ${token}\n`, 'src/b.ts:2'],
		['of this job, in base64', `x\n\n${Buffer.from(token).toString('base64')}\n`, 'src/b.ts:3'],
		['of a known form', `a = "${'AKIA'}ABCDEFGHIJKLMNOP"\n`, 'src/b.ts:1'],
		['over several lines', `\n${key}`, 'src/b.ts:2'],
		['in UTF-16', Buffer.from(`x\n${token}`, 'utf16le').toString('latin1'), 'src/b.ts:2'],
	])('%s blocks the delivery, and the verdict does not contain it', async (_, text, place) => {
		const { root, judge: judged } = await aDelivery();
		putFiles(root, { 'src/b.ts': text });
		const verdict = await judged({ mode: 'auto' });
		expect(verdict).toMatchObject({ decision: 'block', matched_rule: 'secret-in-delivery', risk_level: 'critical' });
		expect(verdict.reason).toContain(place);
		expect(JSON.stringify(verdict)).not.toMatch(/a-token-of|ABCDEFGHIJ|MIIabc/);
	});

	it('that is already in the base commit does not block the delivery, but a second one does', async () => {
		const { root, judge: judged } = await aDelivery({ 'test/key.txt': key, x: 'x\n' });
		putFiles(root, { 'test/key.txt': `${key}# a made-up key\n` });
		expect((await judged()).decision).toBe('allow');
		putFiles(root, { 'test/key.txt': `${key}${key.replace('MIIabc', 'MIIdef')}` });
		expect(await judged()).toMatchObject({ decision: 'block', reason: expect.stringContaining('test/key.txt:') });
	});
});

import { mkdirSync, rmSync } from 'node:fs';
import {
	type ApprovalSettings,
	assumedWalls,
	type Background,
	type Checkpoint,
	type CheckpointLabel,
	type Comment,
	type DayBook,
	type DeliveryFacts,
	type DeliveryQuestion,
	describeEffect,
	type Effect,
	type EntryOf,
	type Forge,
	type Gate,
	type Grant,
	holdsMarker,
	type Manifest,
	type Mode,
	type Model,
	type ModelRequest,
	type Outcome,
	type PlannedMode,
	type Ports,
	type Price,
	type ProgramTried,
	type PullHead,
	type PullStart,
	type Rights,
	type RunLimits,
	type Runner,
	type RunStore,
	type SetupCommand,
	type SignersToday,
	type SwitchedOffBy,
	sha256,
	type Toolbox,
	type ToolOutput,
	type Verdict,
	type WallsProof,
	type Workspace,
} from '../../src/core/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { conclude, headerOf, type Opened, openRun, run } from '../../src/run/index.ts';

/** Thrown to end a process in the middle of its work. */
export class Killed extends Error {}

export interface Turn {
	readonly text?: string;
	readonly calls?: readonly {
		readonly tool: string;
		readonly args: Readonly<Record<string, string>>;
		readonly id?: string;
	}[];
}

/** Asks GitHub for something. `looks` is true if this changes nothing there. */
export type Gateway = <T>(what: { readonly name: string; readonly looks: boolean }, ask: () => T) => Promise<T>;

interface Starting {
	readonly request: EntryOf<'run_started'>['request'];
	readonly settings: EntryOf<'run_started'>['settings'];
	readonly workspace: Workspace;
	readonly blobs: Ports['blobs'];
}

type Ground = Pick<EntryOf<'run_started'>, 'pull' | 'settings' | 'tree'>;

export const maintainer = { id: 7, login: 'maintainer', type: 'User' };
export const stranger = { id: 66, login: 'stranger', type: 'User' };
const baseSha = 'b'.repeat(40);

/** A small simulated world: GitHub with comments, rights and refs, a disk, a clock, and processes that can be killed at any point. */
export class World {
	readonly comments: Comment[] = [];
	readonly pulls: { marker: string; branch: string }[] = [];
	readonly checkpoints = new Map<string, { checkpoint: Checkpoint; version: number }>();
	readonly claims = new Map<string, Runner>();
	readonly living = new Set<string>();
	readonly rights = new Map<number, Pick<Rights, 'role' | 'mayWrite'> & Partial<Rights>>([
		[maintainer.id, { role: 'admin', mayWrite: true }],
	]);
	/** How often each effect outside the workspace really happened. */
	readonly effects = new Map<string, number>();
	readonly disk = new Map<string, string>();
	/** Ignored files of the checkout. They are not passed on to later jobs. */
	readonly ignored = new Map<string, string>();
	/** The files of the base commit. */
	readonly base = new Map<string, string>();
	/** The links of the base commit. */
	readonly baseLinks = new Map<string, string>();
	setup: readonly SetupCommand[] = [];
	approvals: ApprovalSettings | undefined;
	/** The current rules for signers on the default branch. */
	signersToday: SignersToday | undefined;
	/** The ids of the members of each readable team. */
	readonly teams = new Map<string, readonly number[]>();
	/** The limits of the run. */
	budget: Partial<Omit<RunLimits, 'approvalTimeoutSeconds'>> = {};
	/** The list prices that are frozen with a run. */
	prices: readonly Price[] | undefined;
	/** The recorded spending of each day: names with figures. */
	readonly spent: string[] = [];
	/** Further facts for the beginning of a conversation. */
	background: Background | undefined;
	/** The kill switch. */
	off: SwitchedOffBy | undefined;
	mode: Mode = 'edit';
	/** The result of a test of the sandbox, and how often it was tested. */
	walls: WallsProof = { kind: 'proven', walls: assumedWalls };
	wallsTried = 0;
	/** The programs in the test commands, and the result of a test of them. */
	programs: readonly string[] = [];
	programsFound: readonly ProgramTried[] = [];
	/** The mode in which a signed plan is carried out. */
	planned: PlannedMode | undefined;
	/** The facts of this GitHub about deliveries. */
	delivery: DeliveryFacts = {};
	readonly questions: DeliveryQuestion[] = [];
	/** Where the jobs run. */
	repository = 'octo-org/sample';
	/** The current state of the pull request of the runs, and how a run begins on it. */
	pull: PullHead | undefined;
	pullStart: Partial<PullStart> = {};
	/** Reads the pull request of a run, instead of using the values above. */
	groundOf: ((start: Starting, forge: Forge) => Promise<Ground>) | undefined;
	/** The current rules on the default branch. They are frozen with a run, and passed to {@link gateFor} in each of its jobs. */
	rules = '';
	gateFor: ((frozen: string) => Gate) | undefined;
	/** The disk and the effects of each setup command. */
	readonly setups: { readonly disk: object; readonly effects: readonly string[] }[] = [];
	/** How many of the next calls of a tool fail with a temporary error, by the tool's name. */
	readonly trouble = new Map<string, number>();
	/** The output of a tool, by its name. Then the tool does nothing. */
	readonly outputs = new Map<string, ToolOutput>();
	readonly requests: ModelRequest[] = [];
	readonly slept: number[] = [];
	modelCalls = 0;
	/** Tells the jobs to end. */
	interruption: AbortSignal | undefined;
	/** A model that replaces the turns. */
	ownModel: Model | undefined;
	now = Date.parse('2026-11-21T12:00:00.000Z');
	/** Called before and after each outside call and each append to the journal. It may throw {@link Killed}. */
	onMoment: (name: string) => void | Promise<void> = () => undefined;
	/** Called after each look at GitHub. */
	onLook: (name: string) => void | Promise<void> = () => undefined;
	/** Sees each request of a job to GitHub, and may refuse it. */
	gateway: Gateway = async (_name, ask) => ask();
	readonly turns: readonly Turn[];
	readonly folder: string;
	gate: Gate = {
		judge: (call, { grants }) => {
			if (call.name !== 'shell_exec') return judgeByName(call.name);
			return judgeSetup(String(call.args['command']), grants);
		},
	};
	private nextId = 1000;
	private jobs = 0;

	private readonly secrets: readonly string[];

	constructor(folder: string, turns: readonly Turn[], secrets: readonly string[] = []) {
		this.folder = folder;
		this.turns = turns;
		this.secrets = secrets;
	}

	say(author: typeof maintainer, body: string): Comment {
		const at = new Date(this.now).toISOString();
		const comment = {
			id: this.nextId++,
			author,
			body,
			createdAt: at,
			edited: false,
			viaApp: false,
			mine: author.type === 'Bot',
			url: 'u',
		};
		this.comments.push(comment);
		return comment;
	}

	/** Changes the comment with this text. */
	change(body: string, patch: Partial<Comment>): void {
		const index = this.comments.findIndex((comment) => comment.body === body);
		const found = this.comments[index];
		if (found !== undefined) this.comments[index] = { ...found, ...patch };
	}

	/** Changes the content of the run's ref, as somebody with write access could. */
	tamper(change: { manifest?: Manifest; label?: Partial<CheckpointLabel>; cut?: number; tail?: string }): void {
		for (const [run, { checkpoint, version }] of this.checkpoints) {
			const lines = Buffer.from(checkpoint.journal).toString().split('\n').slice(0, -1);
			const journal = Buffer.from(
				`${lines.slice(0, lines.length - (change.cut ?? 0)).join('\n')}\n${change.tail ?? ''}`,
			);
			const { manifest = checkpoint.manifest } = change;
			this.checkpoints.set(run, {
				version,
				checkpoint: { ...checkpoint, journal, manifest, label: { ...checkpoint.label, ...change.label } },
			});
		}
	}

	/** Loses a runner's disk, with the job's folder and checkout. */
	loseDisk(): void {
		rmSync(this.folder, { recursive: true, force: true });
		this.disk.clear();
		for (const [path, text] of this.base) this.disk.set(path, text);
		this.ignored.clear();
	}

	/** Lets jobs work on the empty disk of another runner. Afterwards, this runner's disk is as before. */
	async elsewhere(work: () => Promise<void>): Promise<void> {
		const kept = [...this.disk];
		const ignored = [...this.ignored];
		this.disk.clear();
		this.ignored.clear();
		for (const [path, text] of this.base) this.disk.set(path, text);
		await work();
		this.disk.clear();
		this.ignored.clear();
		for (const [path, text] of kept) this.disk.set(path, text);
		for (const [path, text] of ignored) this.ignored.set(path, text);
	}

	/** Runs one job, which serves a command like a new process. Another `disk` means another runner. */
	async job(command: string, request?: EntryOf<'run_started'>['request'], disk = this.folder): Promise<Outcome> {
		const runner: Runner = { kind: 'actions', id: this.nextJob(), attempt: 1 };
		this.living.add(runner.id);
		try {
			return await this.process(runner, { command, disk }, request);
		} finally {
			this.living.delete(runner.id);
		}
	}

	private async process(
		runner: Runner,
		{ command, disk }: { command: string; disk: string },
		request?: EntryOf<'run_started'>['request'],
	): Promise<Outcome> {
		const store = this.store();
		mkdirSync(disk, { recursive: true });
		const clock = { now: () => this.tick(), sleep: (milliseconds: number) => this.sleep(milliseconds) };
		const redactor = createRedactor(this.secrets);
		const workspace = this.workspace();
		const options = {
			run: '1-r',
			repository: this.repository,
			command,
			folder: disk,
			program: 'test',
			store,
			clock,
			redactor,
			runner,
			workspaceAt: async () => workspace,
		};
		const begin = request === undefined ? {} : { begin: this.beginner(request, runner, workspace) };
		const opened: Opened = await openRun({ ...options, ...begin });
		if (opened.kind === 'over') return opened.outcome;
		const { journal, blobs } = opened;
		const append = journal.append;
		const watched = {
			...journal,
			append: async (body: Parameters<typeof append>[0]) => {
				await this.onMoment(`append ${body.type}`);
				const entry = await append(body);
				await this.onMoment(`appended ${body.type}`);
				return entry;
			},
		};
		const ports: Ports = {
			clock,
			redactor,
			runner,
			workspace,
			store,
			dayBook: this.dayBook(),
			blobs,
			gate: this.gateFor?.(rulesIn(await blobs.get(headerOf(opened.state).controls))) ?? this.gate,
			model: this.ownModel ?? this.model(),
			toolbox: this.toolbox(),
			forge: this.forge(),
			memory: { remember: async () => undefined },
			proveWalls: () =>
				this.outside('tool walls', () => {
					this.wallsTried += 1;
					return this.walls;
				}),
			tryPrograms: () => this.outside('tool programs', () => this.programsFound),
			...(this.signersToday === undefined ? {} : { signersToday: this.signersToday }),
			...(this.interruption === undefined ? {} : { interruption: this.interruption }),
			...(this.background === undefined ? {} : { background: this.background }),
		};
		return conclude(opened.state.finished ?? (await run(watched, ports)), journal, ports);
	}

	private nextJob(): string {
		this.jobs += 1;
		return String(this.jobs);
	}

	private tick(): Date {
		this.now += 1000;
		return new Date(this.now);
	}

	/** Moves the clock forward at once, and records the requested time. */
	sleep(milliseconds: number): Promise<void> {
		return this.outside('sleep', () => {
			this.now += milliseconds;
			this.slept.push(milliseconds);
		});
	}

	private beginner(request: EntryOf<'run_started'>['request'], runner: Runner, workspace: Workspace) {
		return async (blobs: Ports['blobs']) => {
			const settings = {
				mode: this.mode,
				...(this.planned === undefined ? {} : { planned: this.planned }),
				model: 'scripted:test',
				limits: { maxIterations: 8, approvalTimeoutSeconds: 86_400, ...this.budget },
				...(this.prices === undefined ? {} : { prices: this.prices }),
				...(this.setup.length === 0 ? {} : { setup: this.setup }),
				...(this.programs.length === 0 ? {} : { programs: this.programs }),
				...(this.approvals === undefined ? {} : { approvals: this.approvals }),
			};
			const ground = await this.groundOf?.({ request, settings, workspace, blobs }, this.forge());
			const header: EntryOf<'run_started'> = {
				type: 'run_started',
				schema: 2,
				program: 'test',
				run: '1-r',
				repository: 'octo-org/sample',
				request,
				settings,
				runner,
				base_sha: baseSha,
				base_branch: 'main',
				...(ground ?? this.onPull()),
				controls: await blobs.put(JSON.stringify({ policies: [], skills: [], rules: this.rules })),
			};
			return { kind: 'begun' as const, header, workspace };
		};
	}

	private onPull(): Pick<EntryOf<'run_started'>, 'pull'> {
		if (this.pull === undefined) return {};
		const { open, merged, ...pull } = this.pull;
		const state = merged ? 'merged' : open ? 'open' : 'closed';
		// This removes undefined values.
		return JSON.parse(JSON.stringify({ pull: { ...pull, state, ...this.pullStart } }));
	}

	private async outside<T>(name: string, effect: () => T): Promise<T> {
		await this.onMoment(`before ${name}`);
		const result = /^(?:tool |sleep)/.test(name) ? effect() : await this.gateway({ name, looks: false }, effect);
		await this.onMoment(`after ${name}`);
		return result;
	}

	private async look<T>(name: string, effect: () => T): Promise<T> {
		const result = await this.gateway({ name, looks: true }, effect);
		await this.onLook(name);
		return result;
	}

	/** Returns the ports of a sweep. */
	sweepPorts(): { readonly forge: Forge; readonly store: RunStore; readonly clock: { now(): Date } } {
		return { forge: this.forge(), store: this.store(), clock: { now: () => this.tick() } };
	}

	private store(): RunStore {
		let version = 0;
		const save: RunStore['save'] = (checkpoint) =>
			this.outside('save', () => {
				const there = this.checkpoints.get(checkpoint.label.run)?.version ?? 0;
				if (there !== version) return 'conflict';
				version += 1;
				this.checkpoints.set(checkpoint.label.run, { checkpoint, version });
				return 'saved';
			});
		const claim: RunStore['claim'] = (key, owner) =>
			this.outside('claim', () => {
				const holder = this.claims.get(key);
				if (holder !== undefined) return { kind: 'taken', owner: holder, living: this.living.has(holder.id) };
				this.claims.set(key, owner);
				return { kind: 'claimed' };
			});
		return {
			load: (id) =>
				this.look('load', () => {
					const found = this.checkpoints.get(id);
					version = found?.version ?? 0;
					return found?.checkpoint;
				}),
			save,
			saveAndClaim: async (checkpoint, key, owner) =>
				(await save(checkpoint)) === 'conflict' ? 'conflict' : claim(key, owner),
			labels: async () => [...this.checkpoints.values()].map(({ checkpoint }) => checkpoint.label),
			waiting: async () =>
				[...this.checkpoints.values()]
					.map(({ checkpoint }) => checkpoint.label)
					.filter(({ status }) => status === 'waiting'),
			isLiving: (owner) => this.look('living', () => this.living.has(owner.id)),
			claim,
		};
	}

	private dayBook(): DayBook {
		return {
			spentOn: () => this.outside('spent', () => [...this.spent]),
			noteSpent: (name) =>
				this.outside('note spent', () => {
					if (!this.spent.includes(name)) this.spent.push(name);
				}),
		};
	}

	private forge(): Forge {
		return {
			rights: (person) =>
				this.look(`rights ${person.id}`, () => {
					const { role, mayWrite, ...rest } = this.rights.get(person.id) ?? { role: 'read', mayWrite: false };
					const permission = role === 'admin' ? 'admin' : role === 'triage' ? 'triage' : mayWrite ? 'write' : 'read';
					return { role, mayWrite, roleName: role, permission, ...rest };
				}),
			isMember: async (team, person) => this.teams.get(team)?.includes(person.id) ?? false,
			canReadTeam: async (team) => this.teams.has(team),
			switchedOff: () => this.look('switch', () => this.off),
			issue: async (number) => ({
				number,
				title: 'A bug',
				body: 'It fails.',
				author: maintainer,
				isPullRequest: false,
			}),
			lateEdits: async () => ({}),
			comments: () => this.look('comments', () => [...this.comments]),
			comment: (_thread, id) => this.look('comment', () => this.comments.find((one) => one.id === id)),
			ownComments: async () => this.comments.filter(({ mine }) => mine),
			// It first looks for the comment, and then creates or edits it. As on GitHub, something else may happen in between.
			upsertComment: async (_thread, marker, body) => {
				const found = this.comments.find(({ body }) => holdsMarker(body, marker));
				return this.outside('comment', () => {
					const there = this.comments.find((comment) => comment.id === found?.id);
					const comment = there ?? this.say({ id: 1, login: 'github-actions[bot]', type: 'Bot' }, '');
					// After this change, we are the last editor.
					const { byOthers: _, ...ours } = comment;
					const kept = { ...ours, body: `${body}\n<!-- ${marker} -->` };
					this.comments[this.comments.indexOf(comment)] = kept;
					return kept;
				});
			},
			showCheck: async () => undefined,
			react: () => this.outside('react', () => undefined),
			deliveryFacts: (question) =>
				this.outside('delivery', () => {
					this.questions.push(question);
					return this.delivery;
				}),
			startedChecks: async () => undefined,
			findPullRequest: async (marker) =>
				this.pulls.some((pull) => pull.marker === marker) ? { number: 2, url: 'pull' } : undefined,
			openDraftPullRequest: async () => ({ url: 'unused' }),
			headFiles: async () => ({ entries: [], files: new Map() }),
			blob: async () => new Uint8Array(),
			takesCommits: async () => true,
			pushToPull: async () => ({ kind: 'same' }),
			findPushed: async () => undefined,
			pullHead: () =>
				this.look('head', () => {
					if (this.pull === undefined) throw new Error('this world has no pull request');
					return this.pull;
				}),
		};
	}

	private model(): Model {
		return {
			id: 'scripted:test',
			stream: (request) => {
				this.requests.push(request);
				return this.play(request.messages.filter((message) => message.role === 'assistant').length);
			},
		};
	}

	private async *play(index: number): ReturnType<Model['stream']> {
		this.modelCalls += 1;
		await this.onMoment('model');
		const turn = this.turns[index] ?? { text: 'done' };
		yield { kind: 'text', text: turn.text ?? '' };
		for (const [at, call] of (turn.calls ?? []).entries()) {
			yield { kind: 'call', call: { id: call.id ?? `c${index}_${at}`, name: call.tool, args: call.args } };
		}
		yield { kind: 'end', raw: JSON.stringify(turn), stop: 'end', usage: { input: 1, output: 1, cached: 0 } };
	}

	private toolbox(): Toolbox {
		const count = (name: string): void => void this.effects.set(name, (this.effects.get(name) ?? 0) + 1);
		return {
			definitions: () =>
				['append', 'danger', 'forbidden', 'look', 'pull'].map((name) => ({ name, description: '', parameters })),
			rewrite: ({ name, args: { path, text } }) =>
				name !== 'append' || typeof path !== 'string'
					? undefined
					: { path, determined: [], after: (before = '') => `${before}${text}` },
			findDone: async (call) =>
				this.pulls.some((pull) => pull.marker === call.id) ? { ok: true, text: 'found' } : undefined,
			run: (call, { effects }) =>
				this.outside(`tool ${call.name}`, () => {
					const left = this.trouble.get(call.name) ?? 0;
					this.trouble.set(call.name, left - 1);
					const output = this.outputs.get(call.name);
					if (output !== undefined) return output;
					if (left > 0) return { ok: false, text: 'EMFILE', transient: true };
					if (call.name === 'shell_exec') return this.command(String(call.args['command']), effects);
					const { path = '', text = '' } = call.args as Readonly<Record<string, string>>;
					if (call.name === 'append') this.disk.set(path, (this.disk.get(path) ?? '') + text);
					if (call.name === 'danger') count(`danger ${text}`);
					if (call.name === 'pull') {
						count('pull');
						this.pulls.push({ marker: call.id, branch: 'b' });
					}
					return { ok: true, text: `${call.name} done` };
				}),
		};
	}

	/** Simulates a command. `install` creates an ignored file, `install --lock` also changes the file `lock`, and `fail` fails. */
	private command(command: string, effects: readonly Effect[]): ToolOutput {
		this.setups.push({ disk: Object.fromEntries(this.disk), effects: effects.map(describeEffect) });
		this.onMoment('in the middle of setup');
		const [, text, file] = /^echo (\S+) >> (\S+)$/.exec(command) ?? [];
		if (file !== undefined) this.disk.set(file, (this.disk.get(file) ?? '') + text);
		if (command.startsWith('install')) this.ignored.set('node_modules/x', 'x');
		if (command === 'install --lock') this.disk.set('lock', 'new');
		this.onMoment('in the middle of setup, later');
		return { ok: command !== 'fail', text: `${command} ended` };
	}

	private workspace(): Workspace {
		const entries = (): Manifest['entries'] => [
			...[...this.base.keys()]
				.filter((path) => !this.disk.has(path))
				.map((path) => ({ path, mode: '100644' as const, sha256: null })),
			...[...this.disk]
				.filter(([path, text]) => this.base.get(path) !== text)
				.sort()
				.map(([path, text]) => ({ path, mode: '100644' as const, sha256: sha256(text) })),
		];
		return {
			root: '/w',
			facts: { root: '/w', home: '/h', realPath: (path) => path, readText: () => undefined, changedInRun: () => false },
			snapshot: async () => ({
				manifest: { baseSha, entries: entries() },
				files: new Map([...this.disk.values()].map((text) => [sha256(text), Buffer.from(text)])),
				left: [],
			}),
			delivery: async () => {
				const state = (text: string) => ({ mode: '100644' as const, bytes: Buffer.from(text) });
				const known = (path: string) => this.base.get(path);
				const files = entries().map(({ path, sha256: hash }) => ({
					path,
					before: known(path) === undefined ? undefined : state(known(path) ?? ''),
					after: hash === null ? undefined : state(this.disk.get(path) ?? ''),
				}));
				return { manifest: { baseSha, entries: entries() }, files, left: [] };
			},
			heldBlobs: async () => new Map(),
			restore: async (manifest, content) => {
				this.disk.clear();
				for (const [path, text] of this.base) this.disk.set(path, text);
				for (const { path, sha256: hash } of manifest.entries) {
					if (hash === null) this.disk.delete(path);
					else this.disk.set(path, Buffer.from(content(hash) ?? []).toString());
				}
			},
			contentOf: (path) => {
				const text = this.ignored.get(path) ?? this.disk.get(path);
				if (text === undefined) return null;
				return { size: Buffer.byteLength(text), sha256: sha256(text), isText: true, text };
			},
			fileSweep: () => (path) => {
				const text = this.ignored.get(path) ?? this.disk.get(path);
				return text === undefined ? undefined : Buffer.from(text);
			},
			paths: async () => [...this.base.keys()].sort(),
			readBase: async (path) => this.base.get(path),
			readBaseLink: async (path) => this.baseLinks.get(path),
		};
	}
}

export function agentRequest(actor = maintainer): EntryOf<'run_started'>['request'] {
	return {
		trigger: 'comment',
		actor: { id: actor.id, login: actor.login },
		thread: 1,
		onPullRequest: false,
		task: 'fix it',
		commentId: 1,
		key: 'comment/1',
	};
}

function rulesIn(controls: string): string {
	return (JSON.parse(controls) as { readonly rules?: string }).rules ?? '';
}

function judgeByName(name: string): Verdict {
	const decision = name === 'danger' ? 'confirm' : name === 'forbidden' ? 'block' : 'allow';
	const effects = effectsByName[name] ?? [];
	return {
		decision,
		risk: 'low',
		reason: `rule for ${name}`,
		rule: `by-name-${decision}`,
		effects,
		matches: [],
		executes: [],
	};
}

/** Judges like the gate: it asks about every command, and the grant of setup answers. A forbidden command stays blocked. */
function judgeSetup(command: string, grants: readonly Grant[]): Verdict {
	const asked = judgeByName(command === 'forbidden' ? 'forbidden' : 'danger');
	const granted = grants.some((grant) => grant.kind === 'setup') && asked.decision === 'confirm';
	return {
		...asked,
		...(granted ? { decision: 'allow', rule: 'setup' } : {}),
		effects: [
			{ kind: 'exec', program: command, argv: [] },
			{ kind: 'network', host: 'evil.example.com' },
		],
	};
}

const effectsByName: Readonly<Record<string, Verdict['effects']>> = {
	append: [{ kind: 'write', path: 'a.txt' }],
	danger: [{ kind: 'exec', program: 'danger', argv: [] }],
	look: [{ kind: 'read', path: 'a.txt' }],
	pull: [{ kind: 'forge.write', what: 'draft-pull-request', target: 'own' }],
};

const parameters = { type: 'object', properties: { path: { type: 'string' }, text: { type: 'string' } } };

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountersignError } from '../../../src/core/index.ts';
import { renderCaptured, runSandboxed } from '../../../src/sandbox/index.ts';
import { putFiles, sh } from '../../sandbox/temporary.ts';
import { ownNode } from '../../support/programs-at.ts';
import type { Answer } from './answers.ts';
import { baseFiles, type PlantName, plants } from './plants.ts';
import { type StepName, steps } from './steps.ts';

/** A checkout, with a plant that a contained call put there. Copies of it serve the cells. */
export class PlantedCheckout implements Disposable {
	readonly name: PlantName;
	private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-planted-')));
	private readonly original = join(this.folder, 'original');
	private readonly alarm = join(this.folder, 'alarm');
	private baseSha = '';
	private cells = 0;

	constructor(name: PlantName) {
		this.name = name;
	}

	/** Plants with a real contained call, and returns its output. */
	async plant(): Promise<string> {
		this.baseSha = aCheckout(this.original);
		const env = { BELL: this.bell };
		const toolchain = ownNode;
		const { script } = plants[this.name];
		const { output } = await runSandboxed({ workspace: this.original, script, env, toolchain });
		return renderCaptured(output);
	}

	private get bell(): string {
		return `touch ${this.alarm}`;
	}

	get hasRung(): boolean {
		return existsSync(this.alarm);
	}

	/** Whether the plant is still there when its call is over. */
	get isThere(): boolean {
		return isTrue(plants[this.name].there, this.original, this.folder);
	}

	/** Runs a step on a copy, and returns the observed answer. */
	async answerOf(step: StepName): Promise<Answer | 'obeyed'> {
		const aside = join(this.folder, `cell-${this.cells++}`);
		mkdirSync(aside);
		const root = join(aside, 'checkout');
		execFileSync('cp', ['-a', '--sparse=always', this.original, root]);
		const { there } = plants[this.name];
		const answer = await answered(() => steps[step]({ root, aside, there, baseSha: this.baseSha }));
		rmSync(aside, { recursive: true, force: true });
		if (this.hasRung) return 'obeyed';
		return this.isThere ? answer : 'wall';
	}

	/** Whether a careless step with the same plant, created outside the sandbox, raises the alarm. */
	ringsWhenCareless(): boolean {
		const root = join(this.folder, 'careless');
		const home = join(this.folder, 'home');
		aCheckout(root);
		mkdirSync(home, { recursive: true });
		const { script, careless } = plants[this.name];
		const env = { BELL: this.bell, HOME: home };
		for (const one of [script, careless])
			execFileSync('/bin/bash', ['-c', one], { cwd: root, env: { ...clean(), ...env }, stdio: 'ignore' });
		return this.hasRung;
	}

	[Symbol.dispose](): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}

async function answered(work: () => Promise<Answer>): Promise<Answer> {
	try {
		return await work();
	} catch (thrown) {
		if (thrown instanceof CountersignError && thrown.code === 'checkout-mismatch') return 'refused';
		throw thrown;
	}
}

function aCheckout(root: string): string {
	mkdirSync(root);
	sh('git init -q -b main', root);
	putFiles(root, baseFiles);
	sh('git add -A && git commit -q -m one', root);
	return sh('git rev-parse HEAD', root).trim();
}

const clean = () => ({ PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' });

function isTrue(test: string, cwd: string, home: string): boolean {
	try {
		execFileSync('/bin/bash', ['-c', test], { cwd, env: { ...clean(), HOME: home }, stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

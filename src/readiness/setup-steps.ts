/** A valid value for a step's input in a workflow: a version, a list of names, or a path of our own tables. */
const plainValue = /^[\w.+/*-](?:[\w.+/*, -]{0,118}[\w.+/*-])?$/;

/** A version as a project may write it. */
const plainVersion = /^[\w.+-]{1,40}$/;

/** The version that a project names, if it is valid. Threat: text of a repository must not become text of a workflow. */
export function versionOf(text: string | undefined): string | undefined {
	return text !== undefined && plainVersion.test(text) ? text : undefined;
}

interface Action {
	readonly uses: string;
	readonly sha: string;
	readonly version: string;
	/** Inputs that are always set. An agent's job neither writes nor reads the repository's caches. */
	readonly with?: Readonly<Record<string, string | boolean>>;
	/** mise's name for the tool, if mise can install it, too. */
	readonly mise?: RegExp;
}

/** The action that installs each tool, at the commit of its newest release. */
export const setupActions = {
	'Node.js': {
		uses: 'actions/setup-node',
		sha: '820762786026740c76f36085b0efc47a31fe5020',
		version: 'v7.0.0',
		with: { 'package-manager-cache': false },
		mise: /^"?(?:core:)?node(?:js)?"?\s*=/m,
	},
	pnpm: {
		uses: 'pnpm/action-setup',
		sha: '0ebf47130e4866e96fce0953f49152a61190b271',
		version: 'v6.0.9',
		mise: /^"?(?:\w+:)?pnpm"?\s*=/m,
	},
	bun: {
		uses: 'oven-sh/setup-bun',
		sha: '0c5077e51419868618aeaa5fe8019c62421857d6',
		version: 'v2.2.0',
		with: { 'no-cache': true },
		mise: /^"?(?:core:)?bun"?\s*=/m,
	},
	Deno: {
		uses: 'denoland/setup-deno',
		sha: '667a34cdef165d8d2b2e98dde39547c9daac7282',
		version: 'v2.0.4',
		mise: /^"?(?:core:)?deno"?\s*=/m,
	},
	Python: {
		uses: 'actions/setup-python',
		sha: '5fda3b95a4ea91299a34e894583c3862153e4b97',
		version: 'v7.0.0',
		mise: /^"?(?:core:)?python"?\s*=/m,
	},
	uv: {
		uses: 'astral-sh/setup-uv',
		sha: '20cfd1bf945f4377ade1205e4dbc17946fc9a30d',
		version: 'v10.0.1',
		with: { 'enable-cache': false },
		mise: /^"?(?:\w+:)?uv"?\s*=/m,
	},
	Go: {
		uses: 'actions/setup-go',
		sha: 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e',
		version: 'v7.0.0',
		with: { cache: false },
		mise: /^"?(?:core:)?go"?\s*=/m,
	},
	Ruby: {
		uses: 'ruby/setup-ruby',
		sha: '0dafeac902942906541bc140009cdbf32665b601',
		version: 'v1.315.0',
		mise: /^"?(?:core:)?ruby"?\s*=/m,
	},
	Java: {
		uses: 'actions/setup-java',
		sha: 'b6effb05e454b25005698d916606bdc6ffcbf961',
		version: 'v5.7.0',
		with: { distribution: 'temurin' },
		mise: /^"?(?:core:)?java"?\s*=/m,
	},
	PHP: {
		uses: 'shivammathur/setup-php',
		sha: 'f3e473d116dcccaddc5834248c87452386958240',
		version: '2.37.2',
		with: { coverage: 'none' },
	},
	'.NET': {
		uses: 'actions/setup-dotnet',
		sha: 'a98b56852c35b8e3190ac28c8c2271da59106c68',
		version: 'v6.0.0',
		mise: /^"?(?:core:)?dotnet"?\s*=/m,
	},
	Elixir: {
		uses: 'erlef/setup-beam',
		sha: '54075bcc5e249e4758d363f27d099f55d843f124',
		version: 'v1.24.1',
		mise: /^"?(?:core:)?elixir"?\s*=/m,
	},
	Erlang: {
		uses: 'erlef/setup-beam',
		sha: '54075bcc5e249e4758d363f27d099f55d843f124',
		version: 'v1.24.1',
		mise: /^"?(?:core:)?erlang"?\s*=/m,
	},
	mise: {
		uses: 'jdx/mise-action',
		sha: '3c2e0cf82a5b2e5249f0d3635a4d83d0ae861518',
		version: 'v4.2.5',
		// Shims look for their tools in the home folder, and the sandbox has another home. The tools' own folders are added to PATH anyway.
		with: { cache: false, add_shims_to_path: false },
	},
} as const satisfies Readonly<Record<string, Action>>;

/** Tools that need no action, because the runner already has an installer for them. */
export const toolCommands = {
	// Installs the toolchain in rust-toolchain.toml. rustup is already on the runner.
	Rust: 'rustup show',
	// Corepack installs Yarn 2 and later. Node.js 25 and later do not contain Corepack.
	corepack: 'npm install --global corepack@0.36.0 && corepack enable',
	Poetry: 'pipx install poetry==2.3.2',
	Pipenv: 'pipx install pipenv==2026.8.0',
	PDM: 'pipx install pdm==2.26.4',
	Hatch: 'pipx install hatch==1.15.1',
	tox: 'pipx install tox==4.64.4',
	nox: 'pipx install nox==2026.8.17',
	just: 'pipx install rust-just==1.57.0',
	busted: 'sudo apt-get update && sudo apt-get install --yes lua-busted',
	cpanm: 'sudo apt-get update && sudo apt-get install --yes cpanminus',
} as const satisfies Readonly<Record<string, string>>;

type ActionName = keyof typeof setupActions;

/** A step of a workflow that installs a tool. */
export interface SetupStep {
	readonly tool: ActionName | keyof typeof toolCommands;
	/** Inputs of the action, in addition to those that are always set. */
	readonly with?: Readonly<Record<string, string | boolean>>;
}

/** The steps as lines of a workflow, with the indentation of the shipped workflows. */
export function stepLines(steps: readonly SetupStep[]): readonly string[] {
	return steps.flatMap((step) => {
		const action = actionOf(step.tool);
		if (action === undefined) return [`      - run: ${toolCommands[step.tool as keyof typeof toolCommands]}`];
		const { uses, sha, version } = action;
		const inputs = Object.entries({ ...action.with, ...step.with }).flatMap(([name, value]) => {
			const text = scalar(value);
			return text === undefined ? [] : [`${name}: ${text}`];
		});
		const line = `      - uses: ${uses}@${sha} # ${version}`;
		return inputs.length === 0 ? [line] : [line, `        with: { ${inputs.join(', ')} }`];
	});
}

function actionOf(tool: SetupStep['tool']): Action | undefined {
	return tool in setupActions ? setupActions[tool as ActionName] : undefined;
}

/**
 * Returns a value in quotes, because YAML would read 3.10 as the number 3.1. Threat: a value that is not plain is left out, so text of a
 * repository cannot end the quotes.
 */
function scalar(value: string | boolean): string | undefined {
	if (typeof value === 'boolean') return String(value);
	return plainValue.test(value) ? `"${value}"` : undefined;
}

/**
 * Replaces actions by one mise step for the tools in the project's own mise file.
 * @param mise the text of mise.toml, or an empty text.
 */
export function throughMise(steps: readonly SetupStep[], mise: string): readonly SetupStep[] {
	if (!/^\[tools\]/m.test(mise)) return steps;
	const isNamed = ({ tool }: SetupStep) => actionOf(tool)?.mise?.test(mise) === true;
	return [{ tool: 'mise' }, ...steps.filter((step) => !isNamed(step))];
}

/** The steps with each tool only once. The first step of a tool is used. */
export function eachOnce(steps: readonly SetupStep[]): readonly SetupStep[] {
	return steps.filter(({ tool }, index) => steps.findIndex((step) => step.tool === tool) === index);
}

/** The names of the tools that the steps install, for people. */
export function toolNames(steps: readonly SetupStep[]): readonly string[] {
	return steps.map(({ tool }) => tool);
}

import { describe, expect, it } from 'vitest';
import type { DeliveredFile } from '../../src/core/index.ts';
import { deliverEffects } from '../../src/gate/index.ts';

/** The classes of a file that is changed, added and deleted; each change must have the same. */
function classesOf(path: string): readonly string[] {
	const [x, y] = ['x', 'y'].map((text) => ({ mode: '100644', bytes: Buffer.from(text) }) as const);
	const changes: readonly DeliveredFile[] = [
		{ path, before: x, after: y },
		{ path, before: undefined, after: y },
		{ path, before: x, after: undefined },
	];
	const [first = [], ...others] = changes.map((file) => deliverEffects([file]).map(({ what }) => what));
	expect(others).toEqual([first, first]);
	return first;
}

const asked: Readonly<Record<string, string>> = {
	'code-owners': 'CODEOWNERS .github/CODEOWNERS docs/CODEOWNERS .gitlab/CODEOWNERS OWNERS pkg/OWNERS OWNERS_ALIASES',
	'git-hooks':
		'HEAD fixtures/bare/HEAD hooks/pre-commit githooks/pre-push .lfsconfig sub/.gitattributes .trunk/trunk.yaml .lefthook/pre-push/a.sh prek.toml .huskyrc.js lint-staged.config.mjs .simple-git-hooks.cjs',
	'agent-instructions':
		'AGENTS.md pkg/AGENTS.md CLAUDE.local.md QWEN.md AGENT.md WARP.md .rules .goosehints .aiderignore .aider.conf.yml .kiro/steering/a.md .junie/guidelines.md .roo/rules/a.md .roorules-code .roomodes .continue/config.yaml .augment-guidelines .opencode/agent/a.md opencode.json .mcp.json mcp.json .trae/rules/a.md .amazonq/rules/a.md .openhands/microagents/repo.md .cursorignore .aiexclude .github/copilot-instructions.md .github/instructions/a.instructions.md .github/prompts/a.prompt.md docs/a.chatmode.md .github/agents/a.agent.md .coderabbit.yaml skills/a/SKILL.md',
	'package-scripts': 'setup.py native/binding.gyp build.rs a.podspec Podfile hatch_build.py Makefile.PL Setup.hs',
	'dependency-source':
		'.npmrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml bunfig.toml nuget.config .pypirc pip.conf uv.toml .condarc gradle/wrapper/gradle-wrapper.properties .config/dotnet-tools.json',
	lockfile: 'pixi.lock go.work.sum mise.lock MODULE.bazel.lock conda-lock.yml',
	'executed-later': [
		'codemagic.yaml bitrise.yml apprunner.yaml .snapcraft.yaml .idx/dev.nix renv/activate.R .ocamlinit .envrc.local .github/dependabot.yml .github/FUNDING.yml .github/settings.yml .github/labeler.yml .github/scripts/a.js .github/release.yml',
		'.gitlab-ci.yml .gitlab/ci/build.yml ci.gitlab-ci.yml .circleci/config.yml Jenkinsfile ci/Jenkinsfile.release a.jenkinsfile',
		'.travis.yml appveyor.yml .cirrus.yml .cirrus.star azure-pipelines-ci.yml buildspec.yml .gitea/workflows/a.yml .forgejo/workflows/a.yml .build.yml',
		'netlify.toml vercel.json render.yaml fly.toml wrangler.toml .readthedocs.yaml Procfile .ebextensions/a.config',
		'renovate.json renovate.json5 .renovaterc .mergify.yml .snyk .dependabot/config.yml .sops.yaml .gitleaks.toml .releaserc.json bors.toml',
		'.devcontainer/devcontainer.json .devcontainer.json .gitpod.yml .gitpod.Dockerfile .vscode/tasks.json .vscode/a.code-snippets .idea/workspace.xml .run/a.run.xml .zed/tasks.json .vim/a.vim .nvimrc .nvim.lua .exrc .dir-locals.el a.code-workspace a.sublime-project .ycm_extra_conf.py .clangd',
		'.envrc .env .env.production .flaskenv .gdbinit .lldbinit .pdbrc .Rprofile .irbrc .htaccess .user.ini',
		'sitecustomize.py lib/usercustomize.py a.pth mise.toml .mise.toml .config/mise/config.toml .tool-versions rust-toolchain.toml',
		'.cargo/config.toml .mvn/jvm.config .bazelrc tools/bazel .bazelversion init.gradle my.init.gradle.kts .yarn/releases/yarn.cjs .yarn/plugins/a.cjs .pnp.cjs .pnp.loader.mjs',
	].join(' '),
};

describe('a file that runs or configures something has a class by its name', () => {
	const rows = Object.entries(asked).flatMap(([what, paths]) => paths.split(' ').map((path) => [path, what] as const));

	it.each(rows)('%s is %s', (path, what) => {
		expect(classesOf(path)).toContain(what);
	});
});

describe('an ordinary file has no class', () => {
	const paths = [
		'src/a.ts README.md CHANGELOG.md docs/guide/agents/index.md .changeset/warm-owls.md LICENSE CONTRIBUTING.md',
		'Makefile Dockerfile compose.yaml docker-compose.yml Justfile Rakefile CMakeLists.txt build.gradle Vagrantfile flake.nix Tiltfile',
		'conftest.py tests/conftest.py jest.config.js .eslintrc.js .mocharc.yml tox.ini noxfile.py tsconfig.json .storybook/main.ts',
		'.gitignore .editorconfig .prettierrc .nvmrc .python-version .dockerignore .mailmap .npmignore .env.example .git-blame-ignore-revs',
		'.github/ISSUE_TEMPLATE/bug.yml .github/PULL_REQUEST_TEMPLATE.md .github/SECURITY.md .github/images/a.png github/workflows/a.yml',
		'src/codeowners.ts lib/jenkinsfile_parser.py src/renovate.ts docs/procfile.md src/env.ts src/mcp.ts build.yml circle.ts owners.go',
		'src/claude.ts prompts/a.md docs/agent.md docs/conventions.md src/sitecustomize_test.py patches/a.patch init.d/readme pkg/init.go',
	];

	it.each(paths.join(' ').split(' '))('%s', (path) => {
		expect(classesOf(path)).toEqual(['ordinary']);
	});
});

describe('a file name that means another file on some systems', () => {
	it.each([
		['.GITHUB/Workflows/CI.yml', ['workflow']],
		['.EnvRC', ['executed-later']],
		['.github/workflows/ci.yml ', ['workflow', 'misleading']],
		['.envrc.', ['executed-later', 'misleading']],
		['.github./workflows/ci.yml', ['workflow', 'misleading']],
		['.envrc::$DATA', ['executed-later']],
		['.g\u200cithub/workflows/ci.yml', ['workflow']],
		['.g\u200bithub/workflows/ci.yml', ['workflow', 'misleading']],
		['.vſcode/tasks.json', ['executed-later']],
		['.git\u212aub/x', ['ordinary']],
		['.\uff47ithub/workflows/ci.yml', ['workflow']],
		['AGENTS\u00ad.md', ['agent-instructions', 'misleading']],
		['.github\\workflows\\ci.yml', ['workflow', 'misleading']],
		['GITHUB~1/workflows/ci.yml', ['misleading']],
		['src/gpj.\u202ets', ['misleading']],
		['src/a\n::error::b.ts', ['misleading']],
		['src/\u001b[2Ja.ts', ['misleading']],
	])('%j has the classes %j', (path, expected) => {
		expect(classesOf(path)).toEqual(expected);
	});

	it.each([
		'docs/naïve.md',
		'docs/nai\u0308ve.md',
		'docs/⚠️.md',
		'a.b/c.d',
		'..a',
		'src/a~b.ts',
		'std::vec.md',
		'a.c.~1~',
	])('%j is ordinary', (path) => {
		expect(classesOf(path)).toEqual(['ordinary']);
	});
});

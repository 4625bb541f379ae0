import { describe, expect, it } from 'vitest';
import { isCredential, isExecutedLater } from '../../src/gate/sensitive.ts';
import { isObeyedByTools } from '../../src/gate/tool-settings.ts';

describe('credentials by name (leashd, PathAnalyzer)', () => {
	it.each([
		'.env',
		'.ENV',
		'.env.local',
		'.env.development.local',
		'config/prod.env',
		'.envrc',
		'.npmrc',
		'gha-creds-9a5c63c1b1f0e2d4.json',
		'.terraform.d/credentials.tfrc.json',
		'a/.ssh/config',
		'.aws/credentials',
		'server.pem',
		'a.key',
		'cert.p12',
		'x.pfx',
		'release.keystore',
		'id_rsa',
		'id_ed25519',
		'id_rsa.plan',
		'secrets.yaml',
		'app-secrets.yml',
		'credentials',
		'credentials.json',
		'token.json',
		'.git/config',
		'sub/.git/config',
		'/proc/self/environ',
		'/proc/1/environ',
		'/proc',
		'/var/run/docker.sock',
		'/etc/shadow',
		'/run/secrets/x',
		'/tmp/ssh-abc/agent.1',
		'.docker/config.json',
		'.kube/config',
		'.bash_history',
		'.e*',
		'.en?',
		'id_r*',
		'.*',
		'**/.env',
	])('include %s [seeds 43]', (path) => {
		expect(isCredential(path)).toBe(true);
	});

	it.each(['packages/api/.aws/credentials', '/app/home/.cargo/credentials'])(
		'include %s, even among sources',
		(path) => {
			expect(isCredential(path)).toBe(true);
		},
	);

	it.each([
		'src/secretsanta.py',
		'.env.example',
		'.env.sample',
		'.env.template',
		'my-paragraph.pdf',
		'my.environment/config.py',
		'src/credentials.ts',
		'id_rsa.pub',
		'keyboard.ts',
		'monkey.js',
		'src/tokens.ts',
		'README.md',
		'*',
		'**',
		'*.ts',
		'/proc/cpuinfo',
		'.gitignore',
		'a.keys.ts',
		'[0-9a-z]*',
	])('do not include %s', (path) => {
		expect(isCredential(path)).toBe(false);
	});
});

describe('files that are executed later', () => {
	it.each([
		'.git/hooks/pre-commit',
		'sub/.git/config',
		'.git',
		'.github/workflows/ci.yml',
		'.github/actions/x/action.yml',
		'.github/countersign.yml',
		'.husky/pre-push',
		'.githooks/x',
		'.gitattributes',
		'.gitmodules',
		'.npmrc',
		'.envrc',
		'.claude/settings.json',
		'.vscode/tasks.json',
		'CODEOWNERS',
		'.github/CODEOWNERS',
		'.GITHUB/WORKFLOWS/x.yml',
		'/home/x/.bashrc',
		'/etc/hosts',
		'.pre-commit-config.yaml',
		'node_modules/Countersign/dist/cli.js',
	])('include %s', (path) => {
		expect(isExecutedLater(path)).toBe(true);
	});

	it.each([
		'src/a.ts',
		'.gitignore',
		'.github/ISSUE_TEMPLATE/x.md',
		'package.json',
		'docs/hooks.md',
		'github/workflows/x.yml',
	])('do not include %s', (path) => {
		expect(isExecutedLater(path)).toBe(false);
	});
});

describe('settings that tools obey although no command names them', () => {
	it.each([
		'.idea/workspace.xml',
		'.woodpecker.yml',
		'.forgejo/workflows/x.yml',
		'node_modules/.bin/tsc',
		'.venv/bin/python',
		'venv/Scripts/activate.bat',
		'sitecustomize.py',
		'lib/x.pth',
		'.cargo/config.toml',
		'mise.toml',
		'.bazelrc',
		'.mvn/jvm.config',
		'gradlew',
		'mvnw.cmd',
		'gradle/wrapper/gradle-wrapper.properties',
		'.dir-locals.el',
		'.gdbinit',
		'.psqlrc',
		'.irbrc',
		'.bundle/config',
		'.iex.exs',
		'.user.ini',
		'app.code-workspace',
		'lefthook-local.yml',
		'.vscode/mcp.json',
		'opencode.json',
		'.kiro/settings/mcp.json',
	])('include %s', (path) => {
		expect(isObeyedByTools(path)).toBe(true);
	});

	it.each([
		'src/idea/a.ts',
		'Makefile',
		'Cargo.toml',
		'src/env/bin.ts',
		'.tool-versions',
		'.eslintrc.json',
		'.gitlab/issue_templates/bug.md',
		'docs/mise.md',
		'.vscode/extensions.json',
		'node_modules/x/index.js',
		'gradle/libs.versions.toml',
	])('do not include %s', (path) => {
		expect(isObeyedByTools(path)).toBe(false);
	});
});

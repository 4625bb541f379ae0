/** What a contained call tries to leave for a later step, and how a careless step would use it. */
export interface Plant {
	/** The command of the contained call, in the checkout. `$BELL` raises the alarm when it runs. */
	readonly script: string;
	/** Succeeds outside the sandbox, in the checkout, if the plant still exists. */
	readonly there: string;
	/** A careless step: outside the sandbox, on the same plant, it raises the alarm. */
	readonly careless: string;
}

const hooks = 'post-checkout post-index-change pre-commit post-commit reference-transaction fsmonitor-watchman';
const hook = (dir: string): string =>
	`mkdir -p ${dir}; for h in ${hooks}; do printf '#!/bin/sh\\n%s\\n' "$BELL" > ${dir}/$h; chmod +x ${dir}/$h; done`;
const program = (path: string): string => `printf '#!/bin/sh\\n%s\\n' "$BELL" > ${path}; chmod +x ${path}`;
const file = (path: string): string => `mkdir -p "$(dirname ${path})"; printf '%s\\n' "$BELL" > ${path}`;
const inHome = (names: string): string => `for f in ${names}; do mkdir -p "$(dirname ~/$f)"; echo "$BELL" > ~/$f; done`;
/** A careless reader: it hangs, or reads something that it should not. */
const reads = (test: string): string => `if ${test}; then eval "$BELL"; fi`;

/** Every plant. Paths are those of {@link baseFiles}. */
export const plants = {
	gitHooks: {
		script: hook('.git/hooks'),
		there: 'test -e .git/hooks/post-checkout',
		careless: 'git checkout -q -b other',
	},
	gitConfig: {
		script: 'git config core.fsmonitor "$BELL; false"; git config alias.st "!$BELL"; printf "[a]\\n" >> .git/config',
		there: 'grep -qE "fsmonitor|^.a" .git/config',
		careless: 'git status',
	},
	infoAttributes: {
		script: 'mkdir -p .git/info; echo "* filter=evil" > .git/info/attributes',
		there: 'test -e .git/info/attributes',
		careless:
			'git -c filter.evil.clean="$BELL" add -A; touch src/a.txt; git -c filter.evil.clean="$BELL" add src/a.txt',
	},
	infoExclude: {
		script: 'mkdir -p .git/info; echo "src/new.txt" >> .git/info/exclude; echo new > src/new.txt',
		there: 'grep -q src/new.txt .git/info/exclude',
		careless: reads('! git status --porcelain | grep -q src/new.txt'),
	},
	alternates: {
		script: 'mkdir -p .git/objects/info; echo /etc > .git/objects/info/alternates',
		there: 'test -e .git/objects/info/alternates',
		careless: reads('git fsck 2>&1 | grep -q /etc || test -s .git/objects/info/alternates'),
	},
	nestedRepository: {
		script: `git init -q inner; ${hook('inner/.git/hooks')}; git -C inner config core.fsmonitor "$BELL; false"; echo x > inner/x`,
		there: 'test -d inner/.git',
		careless: 'cd inner && git status',
	},
	attributesFilter: {
		script: 'echo "*.txt filter=evil" > .gitattributes; echo two > src/a.txt',
		there: 'grep -q evil .gitattributes',
		careless: 'git -c filter.evil.clean="$BELL" add -A',
	},
	attributesDiff: {
		script: 'echo "*.txt diff=evil merge=evil export-subst -text" > .gitattributes; echo two > src/a.txt',
		there: 'grep -q evil .gitattributes',
		careless: 'git -c diff.evil.textconv="$BELL; cat" diff',
	},
	attributesEncoding: {
		script: 'echo "*.txt working-tree-encoding=UTF-16LE" > .gitattributes; printf "t\\0w\\0o\\0" > src/a.txt',
		there: 'grep -q UTF-16 .gitattributes',
		careless: reads('git add -A && git show :src/a.txt | grep -q two'),
	},
	gitmodules: {
		script: 'printf "[submodule \\"s\\"]\\n\\tpath = s\\n\\turl = ./s\\n\\tupdate = !%s\\n" "$BELL" > .gitmodules',
		there: 'test -e .gitmodules',
		careless: 'sh -c "$(sed -n "s/.*update = !//p" .gitmodules)"',
	},
	homeNpmrc: { script: inHome('.npmrc'), there: 'test -e ~/.npmrc', careless: '. ~/.npmrc' },
	homeGitconfig: {
		script: 'git config --global core.fsmonitor "$BELL; false"',
		there: 'test -e ~/.gitconfig',
		careless: 'git status',
	},
	homeStartup: {
		script: inHome('.bashrc .profile .bash_profile .zshrc .config/git/config .config/pip/pip.conf'),
		there: 'test -e ~/.profile',
		careless: 'bash -lc true',
	},
	temporaryFile: {
		script: file('/tmp/countersign-planted'),
		there: 'test -e /tmp/countersign-planted',
		careless: '. /tmp/countersign-planted; rm /tmp/countersign-planted',
	},
	sharedMemory: {
		script: file('/dev/shm/countersign-planted'),
		there: 'test -e /dev/shm/countersign-planted',
		careless: '. /dev/shm/countersign-planted; rm /dev/shm/countersign-planted',
	},
	npmrcTracked: {
		script:
			'echo "script-shell=$PWD/evil-shell" > .npmrc.d/.npmrc; cp .npmrc.d/.npmrc web/settings.npmrc; ' +
			program('evil-shell'),
		there: 'grep -q evil .npmrc.d/.npmrc',
		careless: 'cp .npmrc.d/.npmrc .npmrc; npm run --silent check',
	},
	npmrcNew: {
		script: `echo "script-shell=$PWD/dist/evil-shell" > .npmrc; mkdir -p dist; ${program('dist/evil-shell')}`,
		there: 'test -e .npmrc',
		careless: 'npm run --silent check',
	},
	npmrcIgnored: {
		script: `echo "script-shell=$PWD/dist/evil-shell" > web/.npmrc; mkdir -p dist; ${program('dist/evil-shell')}`,
		there: 'test -e web/.npmrc',
		careless: 'npm --prefix web run --silent check',
	},
	yarnPath: {
		script: `echo "yarnPath: ./dist/yarn.cjs" > .yarnrc.yml; ${file('dist/yarn.cjs')}`,
		there: 'test -e .yarnrc.yml',
		careless: '. "$(sed -n "s/yarnPath: //p" .yarnrc.yml)"',
	},
	pnpmfile: { script: file('.pnpmfile.cjs'), there: 'test -e .pnpmfile.cjs', careless: '. ./.pnpmfile.cjs' },
	envrc: { script: file('.envrc'), there: 'test -e .envrc', careless: '. ./.envrc' },
	binOfModules: {
		script: `mkdir -p node_modules/.bin; ${program('node_modules/.bin/npm')}; ${program('node_modules/.bin/node')}`,
		there: 'test -e node_modules/.bin/npm',
		careless: 'PATH=$PWD/node_modules/.bin:$PATH npm ci',
	},
	programsAtTop: {
		script: `for p in npm git sh node rg python3; do ${program('./$p')}; done`,
		there: 'test -x ./git',
		careless: 'PATH=.:$PATH; npm ci',
	},
	lifecycleScripts: {
		script: `printf '{"scripts":{"check":"true","precheck":"%s","preinstall":"%s"}}' "$BELL" "$BELL" > package.json`,
		there: 'grep -q precheck package.json',
		careless: 'npm run --silent check',
	},
	pythonStartup: {
		script: `for f in sitecustomize.py usercustomize.py conftest.py evil.pth; do echo "import os; os.system('''$BELL''')" > $f; done`,
		there: 'test -e sitecustomize.py',
		careless: 'PYTHONPATH=. /usr/bin/python3 -c 1',
	},
	ripgrep: {
		script: `echo "--pre=$PWD/dist/pre" > .ripgreprc; mkdir -p dist; ${program('dist/pre')}; printf '*\\n' | tee .rgignore > .ignore`,
		there: 'test -e .ripgreprc',
		careless: 'RIPGREP_CONFIG_PATH=.ripgreprc rg --no-ignore one || true',
	},
	fifo: {
		script: 'rm src/a.txt; mkfifo src/a.txt; mkfifo src/pipe',
		there: 'test -p src/a.txt',
		careless: reads('! timeout 1 cat src/a.txt'),
	},
	socket: {
		script: `rm src/a.txt; /usr/bin/python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('src/a.txt')"`,
		there: 'test -S src/a.txt',
		careless: reads('! cat src/a.txt'),
	},
	device: {
		script: 'rm src/a.txt; mknod src/a.txt c 1 5 || echo one > src/a.txt',
		there: 'test -c src/a.txt',
		careless: 'mknod zero c 1 5 2>/dev/null; head -c1 /dev/zero >/dev/null; eval "$BELL"',
	},
	sparse: {
		script: 'truncate -s 900M src/a.txt',
		there: 'test $(stat -c %s src/a.txt) -gt 100000000',
		careless: reads('[ $(wc -c < src/a.txt) -gt 100000000 ]'),
	},
	linkOutside: {
		script: 'rm src/a.txt; ln -s /etc/passwd src/a.txt; ln -s /etc src/etc',
		there: 'test -L src/a.txt',
		careless: reads('grep -q root: src/a.txt'),
	},
	linkLoop: {
		script: 'rm src/a.txt; ln -s a.txt src/a.txt; ln -s . src/self',
		there: 'test -L src/a.txt',
		careless: reads('! cat src/a.txt'),
	},
	nameWithNewline: {
		script: `rm src/a.txt; mkdir 'src/a.txt\n'; echo x > 'src/a.txt\n/b\nc'; echo x > $'src/a\\n.txt'`,
		there: "test -e $'src/a\\n.txt'",
		careless: reads('[ "$(find src -name "a*" | grep -c txt)" -gt 1 ]'),
	},
	folderInPlace: {
		script: 'rm src/a.txt; mkdir -p src/a.txt/node_modules; echo x > src/a.txt/node_modules/x',
		there: 'test -d src/a.txt',
		careless: reads('! cat src/a.txt'),
	},
	closedFolder: {
		script: 'mkdir -p dist/in; echo x > dist/in/x; chmod 000 dist/in',
		there: 'test -d dist/in',
		careless: reads('[ "$(stat -c %a dist/in)" = 0 ]'),
	},
	credential: {
		script: 'echo "TOKEN=planted" > .env; echo planted > src/deploy.pem',
		there: 'test -e .env',
		careless: '. ./.env; test "$TOKEN" = planted && eval "$BELL"',
	},
	background: {
		script: '(setsid sh -c "while :; do echo x >> dist-beat.log; sleep 0.05; done" >/dev/null 2>&1 &) ; sleep 0.2',
		there: 'a=$(wc -c < dist-beat.log); sleep 0.3; test $(wc -c < dist-beat.log) -gt $a',
		careless: reads('a=$(wc -c < dist-beat.log); sleep 0.3; test $(wc -c < dist-beat.log) -gt $a'),
	},
} as const satisfies Readonly<Record<string, Plant>>;

export type PlantName = keyof typeof plants;

/** The checkout that every plant is put into. */
export const baseFiles: Readonly<Record<string, string>> = {
	'.gitignore': 'node_modules/\ndist/\n*.log\nweb/.npmrc\n',
	'.npmrc.d/.npmrc': 'audit=false\n',
	'README.md': '# Read me\n',
	'package.json': '{"scripts":{"check":"true"}}\n',
	'src/a.txt': 'one\n',
	'tools/server.mjs': `import { createInterface } from 'node:readline';
const say = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
for await (const line of createInterface({ input: process.stdin })) {
	const { id, method, params } = JSON.parse(line);
	if (method === 'initialize')
		say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
	else if (method === 'tools/list') say(id, { tools: [{ name: 'look', inputSchema: { type: 'object' } }] });
}
`,
	'web/package.json': '{"scripts":{"check":"true"}}\n',
};

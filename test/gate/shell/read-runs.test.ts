import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeShell } from '../support.ts';

const edit = (command: string, facts = aWorkspace()) => judgeShell(command, { mode: 'edit', facts }).decision;
const write = (file: string, text: string) => `cat > ${file} <<'EOF'\n${text}\nEOF\n`;
const harmless = write('/tmp/a.py', 'print(1)');

describe('a script that the same line writes and runs', () => {
	it.each([
		`${harmless}python3 /tmp/a.py`,
		`${harmless}python /tmp/a.py | head -3`,
		`${harmless}timeout 10 python3 -u /tmp/a.py`,
		`mkdir -p /tmp/r && ${write('/tmp/r/a.py', 'import json\nprint(json.dumps({}))')}python3 /tmp/r/a.py`,
		`${write('a.rb', 'puts [1, 2].sum')}ruby a.rb`,
		`${write('/tmp/a.mjs', 'console.log([1, 2].map((x) => x * 2))')}node /tmp/a.mjs`,
		`${write('/tmp/a.php', '<?php\necho strtoupper("a"), PHP_EOL;')}php /tmp/a.php`,
		`${write('/tmp/a.sh', '#!/usr/bin/env bash\nset -euo pipefail\nargs=("a b" c)\nprintf "<%s>" "${args[@]}"')}bash /tmp/a.sh; echo "rc=$?"`,
		`${write('/tmp/a.sh', 'grep -rn foo src | head')}sh /tmp/a.sh`,
		"printf 'print(1)\\n' | tee /tmp/a.py; python3 /tmp/a.py",
	])('is allowed when its text is harmless: %s', (command) => {
		expect(edit(command)).toBe('allow');
	});

	it.each([
		// What it does.
		`${write('/tmp/a.sh', 'rm src/a.ts')}bash /tmp/a.sh`,
		`${write('/tmp/a.sh', 'cat ~/notes.txt')}bash /tmp/a.sh`,
		`${write('/tmp/a.py', 'import os\nos.remove("src/a.ts")')}python3 /tmp/a.py`,
		`${write('/tmp/a.py', 'import sys\nopen(sys.argv[1], "w")')}python3 /tmp/a.py .git/config`,
		`${write('/tmp/a.py', 'from app import x')}python3 /tmp/a.py`,
		`${write('/tmp/a.sh', 'rm "$1"')}bash /tmp/a.sh src`,
		`${write('/tmp/a.mjs', "import './b.mjs'")}node /tmp/a.mjs`,
		`cat > /tmp/a.py <<EOF\n$(cat x)\nEOF\npython3 /tmp/a.py`,
		// What changes it on the way.
		`${harmless}sed -i s/print/exec/ /tmp/a.py; python3 /tmp/a.py`,
		`${harmless}cp src/b.py /tmp/a.py; python3 /tmp/a.py`,
		`for i in 1 2; do ${harmless}python3 /tmp/a.py; cp src/b.py /tmp/a.py; done`,
		`(sleep 1; cp src/b.py /tmp/a.py) & ${harmless}sleep 2; python3 /tmp/a.py`,
		`${harmless}cp -r src/. /tmp; python3 /tmp/a.py`,
		`${harmless}git checkout topic; python3 /tmp/a.py`,
		`${harmless}./build.sh; python3 /tmp/a.py`,
		`ln -s /repo/x.py /tmp/a.py; ${harmless}python3 /tmp/a.py`,
		`[ -f x ] && ${harmless}python3 /tmp/a.py || cat x > /tmp/a.py; python3 /tmp/a.py`,
		`set -C; ${harmless}python3 /tmp/a.py`,
		`set -o noclobber; ${harmless}python3 /tmp/a.py`,
		`ulimit -f 1; ${harmless}python3 /tmp/a.py`,
		// What reads it otherwise.
		`${write('/tmp/a.py', '"""\nimport os; os.system("x")\n"""')}python3 -x /tmp/a.py`,
		`${harmless}python3 -i /tmp/a.py`,
		`${harmless}python2 /tmp/a.py`,
		`${harmless}Rscript /tmp/a.py`,
		`${write('/tmp/a.rb', 'puts 1')}ruby -x /tmp/a.rb`,
		`${write('/tmp/a.rb', 'puts 1')}ruby -r./b /tmp/a.rb`,
		`${write('/tmp/a.php', '<?php\necho 1;')}php -d auto_prepend_file=b.php /tmp/a.php`,
		`${write('/tmp/a.sh', "echo $'\\'; rm -rf src #'")}sh /tmp/a.sh`,
		`${write('/tmp/a.sh', 'echo a &> b')}sh /tmp/a.sh`,
		`${write('/tmp/a.sh', 'echo hi')}zsh /tmp/a.sh`,
		`PYTHONPATH=/tmp/x ${'python3 /tmp/a.py'}; ${harmless}PYTHONSTARTUP=x python3 /tmp/a.py`,
		`${harmless}chmod +x /tmp/a.py; /tmp/a.py`,
	])('is not allowed otherwise: %s', (command) => {
		expect(edit(command)).not.toBe('allow');
	});

	it('asks when the file already existed, because the write may fail', () => {
		const isThere = (path: string) => path === '/tmp/a.py';
		expect(edit(`${harmless}python3 /tmp/a.py`, aWorkspace({ isThere }))).toBe('confirm');
	});

	it('asks when a file beside it replaces a library module', () => {
		const command = `${write('/tmp/a.py', 'import json')}python3 /tmp/a.py`;
		for (const path of ['/tmp/json.py', '/tmp/re/__init__.py', '/tmp/enum.py'])
			expect(edit(command, aWorkspace({ isThere: (one) => one === path }))).toBe('confirm');
		expect(edit(`${write('/tmp/json.py', 'import x')}${command}`)).not.toBe('allow');
	});

	it('is blocked when its text is dangerous', () => {
		expect(edit(`${write('/tmp/a.sh', 'rm -rf ~')}bash /tmp/a.sh`)).toBe('block');
		expect(edit(`${write('/tmp/a.py', 'print(open(".env").read())')}python3 /tmp/a.py`)).toBe('block');
	});

	it('still asks about the file in mode default', () => {
		expect(judgeShell(`${harmless}python3 /tmp/a.py`).decision).toBe('confirm');
	});
});

import { describe, expect, test } from 'vitest';
import { judgeShell } from '../support.ts';

const run = (...lines: readonly string[]) => `python3 - <<'EOF'\n${lines.join('\n')}\nEOF`;
const own = (method: string) => ['class N:', `    def ${method}(self, *a):`, '        return a'];

describe('a method of the code itself that has the name of an acting method', () => {
	test.each([
		['unlink', 'N().unlink()'],
		['execute', "print(N().execute('a'))"],
		['send', "for n in [N(), N()]: n.send('a')"],
		['connect', "x = N()\nx.connect('example.com')"],
		['touch', 'import json, re\nfrom dataclasses import dataclass\nprint(json.dumps(N().touch()))'],
		['read', 'import sys\nfrom collections.abc import Iterable\nsys.stdout.write(str(N().read()))'],
		['resolve', 'def f(n): return n.resolve()\nprint(f(N()))'],
	])('is harmless, because no value of a library has that name here: %s, %s', (method, line) => {
		expect(judgeShell(run(...own(method), line)).decision).toBe('allow');
	});

	test.each([
		['unlink', "import pathlib\ndef f(x): x.unlink()\nf(pathlib.Path('a'))"],
		['unlink', "def f(x): x.unlink()\nimport os as json, pathlib\nf(pathlib.Path('a'))"],
		['unlink', "if True: from pathlib import Path as P\ndef f(x): x.unlink()\nf(P('a'))"],
		['unlink', "def f(x): x.unlink()\nf(__import__('pathlib').Path('a'))"],
		['unlink', 'exec("import pathlib; y = pathlib.Path(\'a\')")\ny.unlink()'],
		['unlink', "print(f\"{__import__('pathlib').Path('a').unlink()}\")"],
		['unlink', 'from .paths import x\nx.unlink()'],
		['execute', 'from app.models import Job\nJob().execute()'],
		['execute', 'import sqlite3\ndef f(c): c.execute("delete from a")\nf(sqlite3.connect("a.db"))'],
		['system', "import contextlib\ncontextlib.os.system('id')"],
		['system', "import dataclasses\ndataclasses.sys.modules['os'].system('id')"],
		['system', "from random import _os\n_os.system('id')"],
		['load_module', "import sys\nsys.meta_path[0].find_spec('os').loader.load_module('os').system('id')"],
		['extractall', "import zipfile\ndef f(z): z.extractall()\nf(zipfile.ZipFile('a.zip'))"],
		['read', 'import tempfile\nprint(tempfile.NamedTemporaryFile().read())'],
		['format', "print('{0.__class__}'.format(N()))"],
		['send', "import socket\ndef f(s): s.send(b'a')\nf(socket.socket())"],
	])('asks where a value of a library may have it: %s, %s', (method, line) => {
		expect(judgeShell(run(...own(method), line)).decision).not.toBe('allow');
	});
});

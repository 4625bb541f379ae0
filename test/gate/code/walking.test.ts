import { describe, expect, it } from 'vitest';
import { effectsOf, quoted } from './effects-of.ts';

/** What code deletes that lists a place and deletes what it found there. */
const deleting: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'python3 -c': {
		"import os\nfor r, d, f in os.walk('/'):\n  for x in f: os.remove(os.path.join(r, x))": 'delete / recursive',
		"import os, shutil\nfor x in os.listdir('/'): shutil.rmtree('/' + x)": 'delete / recursive',
		'import os, shutil\nfor x in os.listdir(): shutil.rmtree(x)': 'delete . recursive',
		"import os\nfor e in os.scandir(os.environ['HOME']): os.unlink(e.path)": 'delete /home/user recursive',
		"import os\nfor r, d, f in os.walk(top='/'): os.system('rm -rf ' + r)": 'delete / recursive',
		"import os, subprocess\nfor x in os.listdir('/'): subprocess.run(['rm', '-rf', '/' + x])": 'delete / recursive',
		"import glob, os\n[os.remove(f) for f in glob.glob('/home/user/**', recursive=True)]":
			'delete /home/user/** recursive',
		'from pathlib import Path\nfor p in Path.home().iterdir(): p.unlink()': 'delete /home/user recursive',
		"from pathlib import Path\n[p.unlink() for p in Path('/').rglob('*')]": 'delete /**/* recursive',
		"from pathlib import Path\nimport shutil\n[shutil.rmtree(p) for p in Path('/').glob('*')]": 'delete /* recursive',
		"import os\nfor x in os.listdir('/etc'):\n  if x.endswith('.conf'): os.remove('/etc/' + x)":
			'delete /etc recursive',
	},
	'node -e': {
		"fs.readdirSync('/').forEach(f => fs.rmSync('/' + f, {recursive: true}))": 'delete / recursive',
		'for (const f of fs.readdirSync(os.homedir())) fs.unlinkSync(f)': 'delete /home/user recursive',
		"fs.promises.readdir('.').then(l => l.forEach(f => fs.rm(f, {recursive: true}, () => {})))": 'delete . recursive',
		"fs.globSync('/**').forEach(f => fs.unlinkSync(f))": 'delete /** recursive',
	},
	'deno eval': {
		"for (const e of Deno.readDirSync('/')) Deno.removeSync('/' + e.name)": 'delete / recursive',
	},
	'ruby -rfileutils -e': {
		'FileUtils.rm_rf(Dir.glob("/*"))': 'delete /* recursive',
		'FileUtils.rm_rf(Dir["/*"])': 'delete /* recursive',
		'Dir.glob("/**/*").each { |f| File.delete(f) }': 'delete /**/* recursive',
		'Dir.children(Dir.home).each { |f| FileUtils.rm_rf(f) }': 'delete /home/user recursive',
		'Dir.each_child("/") { |f| FileUtils.rm_rf("/" + f) }': 'delete / recursive',
		'Dir.entries(".").each { |f| FileUtils.rm_rf(f) }': 'delete . recursive',
		'require "find"; Find.find("/") { |f| File.delete(f) }': 'delete / recursive',
	},
	'perl -MFile::Path -e': {
		'unlink glob("/*")': 'delete /* recursive',
		'unlink </*>': 'delete /* recursive',
		'rmtree($_) for glob("$ENV{HOME}/*")': 'delete /home/user/* recursive',
		'rmtree($_) for glob("~/*")': 'delete /home/user/* recursive',
		'use File::Find; find(sub { unlink $File::Find::name }, "/")': 'delete / recursive',
		'use File::Find; finddepth({ wanted => sub { unlink }, no_chdir => 1 }, "/")': 'delete / recursive',
		'opendir(D, "/"); rmtree("/$_") for readdir(D)': 'delete / recursive',
	},
	'php -r': {
		'foreach (glob("/home/user/*") as $f) unlink($f);': 'delete /home/user/* recursive',
		'foreach (scandir("/") as $f) unlink("/" . $f);': 'delete / recursive',
		'array_map("unlink", glob("/*"));': 'delete /* recursive',
		'foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("/")) as $f) unlink($f);':
			'delete / recursive',
	},
};

/** Code that lists, or deletes, but not what it found. */
const other: readonly (readonly [string, readonly string[]])[] = [
	["python3 -c \"import os; print(os.listdir('/')); os.remove('a')\"", ['delete a', 'read /']],
	["node -e \"console.log(fs.readdirSync('.')); fs.unlinkSync('a')\"", ['delete a', 'read .']],
	['ruby -e \'puts Dir["src/*.rb"].size\'', ['read src/*.rb']],
	['php -r \'print_r(scandir("."));\'', ['read .']],
];

describe.each(Object.entries(deleting))('deleting listed files in %s', (program, table) => {
	it.each(Object.entries(table))('has the expected deletion, and is opaque: %s', (code, expected) => {
		const found = effectsOf(`${program} ${quoted(code)}`);
		expect(found).toContain(expected);
		expect(found).toContain('opaque');
	});
});

describe('listing and deleting', () => {
	it.each(other)('has exactly the expected effects: %s', (command, expected) => {
		expect(effectsOf(command)).toEqual(expected);
	});

	it('is only opaque when names select a part of the checkout', () => {
		const code = "import os\nfor x in os.listdir('.'):\n  if x.endswith('.pyc'): os.remove(x)";
		expect(effectsOf(`python3 -c ${quoted(code)}`)).toEqual(['opaque', 'read .']);
	});
});

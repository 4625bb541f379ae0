import { describe, expect, it } from 'vitest';
import { judgeShell } from '../../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

describe('a filter that loads or runs other files', () => {
	it.each([
		'yq -L x \'include "x"; f\' x.yml',
		'yq --library-path x \'include "x"; f\' x.yml',
		'yq -yL x \'include "x"; f\' x.yml',
		'jq -rL x \'include "x"; f\' x.json',
		'jq -nrL x \'import "x" as $d; $d\'',
		'yq -rf x.jq x.yml',
		"yq 'eval(.x)' x.yml",
		"yq e '.a | eval (.b)' x.yml",
		"yq -Po json 'eval(.x)' x.yml",
		'yq -n \'load ("a.yml")\'',
		`yq --security-enable-system-operator -n 'system("curl"; "example.com")'`,
		'xmlstarlet tr x.xsl x.xml',
		`xmlstarlet sel -t -c 'document("b.xml")' x.xml`,
		`ack --output='@{[system("sh bin/tool")]}' x`,
		`parallel --tagstring '{= system("sh bin/tool") =}' echo ::: a`,
		`parallel --tag --tagstring='{= 1 =}' echo ::: a`,
		`parallel echo '{= system("sh bin/tool") =}' ::: a`,
		'parallel --workdir /tmp npm test ::: a',
		'xmlstarlet tr --omit-decl x.xsl x.xml',
		'xmlstarlet -q transform x.xsl x.xml',
		'cat x.xml | xmlstarlet tr x.xsl -',
	])('asks: %s', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it.each([
		"jq -n '$ ENV'",
		"jq -n '$ ENV|.GITHUB_TOKEN'",
		"jq -n '{$ ENV}'",
		"jq -n '$ # a\nENV'",
		`jq -n '["a"] | $ENV | "b"'`,
		`jq -n '"a\\(1)" | $ENV | "b"'`,
		`jq -n '"\\("x" | length)", $ENV, "\\(1)"'`,
		`jq -n '"a\\("b\\("c")")" | env | "z"'`,
		`jq -n '"#" | $ENV'`,
		"yq '.. |= envsubst(nu)' c.yaml",
		"yq 'envsubst(ne)' c.yaml",
		'yq .env',
		'yq -o=json .env',
		'yq -p=props .env',
		`xmlstarlet sel -t -c 'document(".env")' x.xml`,
		"yq -no json 'strenv(GITHUB_TOKEN)'",
		'yq -no json \'load_str("/root/.ssh/id_rsa")\'',
	])('is blocked when it shows a secret: %s', (command) => {
		expect(inEdit(command)).toBe('block');
	});

	it.each([
		"yq '.a' x.yml",
		'yq -y -L x .a x.yml',
		'yq -w 80 .a x.yml',
		"yq -Po json '.a | .b' x.yml",
		"yq eval '.x' x.yml",
		"yq '.evaluation.eval' x.yml",
		'yq .version',
		'jq -L x .a x.json',
		`jq -r '.a[] | "\\(.n): \\(.p) $ \\(.a["b"])"' x.json`,
		`jq '.a | test("^a$") # $ENV' x.json`,
		"jq -n '$ENV.HOME, env.PATH'",
		`jq --arg x 1 '.[] | select(.id == ($x|tonumber)) | "\\(.a)-\\("b" + .c)"' x.json`,
		'parallel echo ::: a b',
		"ack --output='$1' '(a+)' src",
		"jq -r '.a' 'a (1).json'",
		'xmlstarlet sel -t -v //a x.xml',
		'xmlstarlet val x.xml',
		'xmlstarlet fo x.xml',
	])('is allowed when it uses only its own input: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});

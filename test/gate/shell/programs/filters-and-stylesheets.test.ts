import { describe, expect, it } from 'vitest';
import { judgeShell } from '../../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

describe('a filter that loads or runs what stands elsewhere', () => {
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
		'xmlstarlet tr x.xsl x.xml',
		'xmlstarlet tr --omit-decl x.xsl x.xml',
		'xmlstarlet -q transform x.xsl x.xml',
		'cat x.xml | xmlstarlet tr x.xsl -',
	])('asks: %s', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it.each(["yq -no json 'strenv(GITHUB_TOKEN)'", 'yq -no json \'load_str("/root/.ssh/id_rsa")\''])(
		'is blocked where it shows a secret: %s',
		(command) => {
			expect(inEdit(command)).toBe('block');
		},
	);

	it.each([
		"yq '.a' x.yml",
		'yq -y -L x .a x.yml',
		'yq -w 80 .a x.yml',
		"yq -Po json '.a | .b' x.yml",
		"yq eval '.x' x.yml",
		"yq '.evaluation.eval' x.yml",
		'jq -L x .a x.json',
		"jq -r '.a' 'a (1).json'",
		'xmlstarlet sel -t -v //a x.xml',
		'xmlstarlet val x.xml',
		'xmlstarlet fo x.xml',
	])('is free: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});

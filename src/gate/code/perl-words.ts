import { names } from './language.ts';

/**
 * Perl functions that take no value. The number of values shows where a value may begin, and so whether a slash begins a regex or is a
 * division.
 */
export const nothing = names('time wantarray next last redo');
/** Perl functions that take one value. */
export const one = names(`
	length uc lc ucfirst lcfirst defined ref scalar abs int sqrt sin cos exp log hex oct ord chr rand srand quotemeta pos shift pop keys
	values each delete exists chomp chop chdir rmdir stat lstat localtime gmtime fileno close undef exit readline sleep eof getc require
	do eval`);
/** Perl functions that take several values. */
export const list = names(`
	print printf die warn push unshift splice join split sprintf reverse unlink open seek binmode read index rindex substr pack unpack
	return system exec mkdir chmod utime rename link symlink opendir vec atan2 map grep sort glob not`);
/** The first operand of these functions may be a name without a comma after it, such as an open file. */
export const choosing = names('print printf say exec system sort');
/** Functions with a block as the first operand. A value comes after the block. */
export const blocks = names('map grep sort');
/** Functions of modules with a block as the first operand. */
export const moduleBlocks = names('first any all none notall reduce sum sum0 max min uniq pairmap');
/** Words before a condition in brackets and a block. */
export const heads = names('if elsif unless while until for foreach');
/** Words before a block. */
export const bodies = names('else continue BEGIN END');
/** Words between two values, or after a whole statement. */
export const between = names('x lt gt le ge eq ne cmp and or xor if unless while until for foreach');
/** Words before a variable. */
export const declaring = names('my our local');
/** Classes whose methods are in the tables of Perl. */
export const classes = names(
	'JSON::PP JSON HTTP::Tiny LWP::UserAgent File::Spec IO::Socket::INET IO::Socket::IP IO::Socket STDOUT STDERR STDIN',
);

/** A slash after these words begins a pattern, whatever functions the code defines. */
export const beforePattern = names(
	'split grep map join if unless while until for foreach and or not return print push',
);

/** Operators between two values. */
export const infix: ReadonlySet<string> = new Set(
	'= == != =~ !~ < > <= >= <=> && || // + - * / % ** . .. ... ? : & | ^ << >> += -= *= /= %= **= .= &&= ||= //= |= &= ^='.split(
		' ',
	),
);
/** Operators before a value. */
export const prefix: ReadonlySet<string> = new Set('- + ! ~ \\ ++ --'.split(' '));

const special = /^(?:[$@]_|\$\d+|[$%]\+|\$[&.,;/\\!@"|]|\$\^[OVTXW]|\$\]|\$\$)$/;

/**
 * Returns whether the meaning of a variable is known. It is known for variables of the language that only contain data, and for names
 * without a package.
 */
export function isPlainVariable(name: string): boolean {
	return special.test(name) || (/^(?:\$#|[$@%])[A-Za-z]\w*$/.test(name) && !/^\W+(INC|SIG|ARGVOUT)$/.test(name));
}

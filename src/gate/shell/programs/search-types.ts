import { type Role, role } from '../program.ts';

/** Options of ack and ag that choose files by their language. They take no value. */
export function typeOptions(): Readonly<Record<string, Role>> {
	const names = fileTypes.split(' ');
	return role('flag', names.flatMap((name) => [`--${name}`, `--no${name}`]).join(' '));
}

const fileTypes =
	'actionscript ada asm asp aspx batch cc clojure cmake coffee coffeescript cpp crystal csharp css cython dart delphi elisp elixir elm erlang fortran go gradle graphql groovy haml handlebars haskell hh html ini jade java jinja2 js json jsp julia kotlin less lisp lua m4 make markdown matlab md nim nix objc objcpp ocaml octave perl perltest php plist pod proto pug puppet python qml rake rdoc restructuredtext rr rs rst ruby rust salt sass scala scheme shell smalltalk sml smarty sql stylus svg swift tcl terraform tex toml ts tt ttml vb verilog vhdl vim vue xml yaml';

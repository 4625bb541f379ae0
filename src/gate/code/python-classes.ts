import { names } from './language.ts';
import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** Attributes of values that lead to modules, to frames of functions, or to the environment. */
export const closed = names(`
	environ environb modules sys os io builtins subprocess shutil socket ctypes importlib posix nt pty signal multiprocessing _module
	gi_frame gi_code cr_frame cr_code ag_frame ag_code tb_frame f_globals f_locals f_builtins f_back f_code func_globals func_code im_func im_self
	loader spec mro co_consts co_code mapping maps`);

/** Methods of values that read, write, run or connect. A class in the code may have a method with the same name. */
export const acting = names(`
	unlink rmdir rmtree rename replace touch mkdir chmod lchmod symlink_to hardlink_to link_to write_text write_bytes read_text read_bytes open
	copy_into move move_into iterdir walk glob rglob joinpath expanduser resolve absolute
	extract extractall execute executescript executemany load_extension backup connect connect_ex bind listen accept send sendall sendto recv recv_into
	makefile system popen spawn tofile fromfile kill terminate send_signal communicate
	subprocess_exec subprocess_shell create_subprocess_exec create_subprocess_shell create_connection create_server create_datagram_endpoint
	create_unix_connection create_unix_server sock_connect connect_read_pipe connect_write_pipe add_reader run_in_executor
	load_module exec_module import_module find_spec format format_map read urlopen retrieve request login sendmail quit`);

/** Decorators that only wrap the function or class after them. */
export const wrapping = names(`
	property staticmethod classmethod setter getter deleter dataclass lru_cache cache cached_property wraps total_ordering singledispatch
	contextmanager asynccontextmanager abstractmethod unique overload final runtime_checkable override verify nonmember`);

/**
 * Returns Python without the `@` of decorators that only wrap. The code after them is judged as usual. Other decorators may run the
 * function that they get.
 */
export function withoutDecorators(tokens: readonly Token[]): readonly Token[] {
	const defined = new Set(
		tokens.flatMap((token, i) => (isDefinition(tokens[i - 1]) && token.kind === 'word' ? [token.text] : [])),
	);
	return tokens.filter((token, i) => {
		const before = tokens[i - 1];
		if (!isMark(token, '@') || !(before === undefined || before.kind === 'end')) return true;
		let last = i + 1;
		while (isMark(tokens[last + 1], '.') && tokens[last + 2]?.kind === 'word') last += 2;
		const name = tokens[last];
		const isOwn = last === i + 1 && defined.has(name?.text ?? '');
		return name?.kind !== 'word' || !(isOwn || wrapping.has(name.text));
	});
}

function isDefinition(token: Token | undefined): boolean {
	return token?.kind === 'word' && (token.text === 'def' || token.text === 'class');
}

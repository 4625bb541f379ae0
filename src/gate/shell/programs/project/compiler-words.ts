import type { Invocation } from '../../program.ts';

/** Words for compilers that only choose a behaviour. They name no file and no program. */
export const compilerWord = new RegExp(
	`^(${[
		'-W(?![lpa],)[\\w+-]*(=[\\w+-]*)?',
		'-O[0-3sgz]?|-Ofast',
		'-g[\\w-]*|-gz=\\w+',
		'-std=[\\w+:]+|--std=[\\w+:]+',
		'-f(?!plugin|pass-plugin|wrapper)[a-z0-9-]+',
		'-f(no-)?sanitize(-recover|-trap|-coverage)?=[\\w,-]+',
		'-f(visibility(-\\w+)*|diagnostics-color|diagnostics-format|max-errors|error-limit|template-depth|template-backtrace-limit|constexpr-[a-z-]+|cf-protection|excess-precision|fp-contract|fp-model|message-length|tabstop|abi-version|tls-model|pack-struct|openmp|trivial-auto-var-init|strict-flex-arrays|stack-clash-protection|inline-limit|align-[a-z]+|exec-charset|input-charset|zero-call-used-regs|debug-prefix-map|file-prefix-map|macro-prefix-map|macro-backtrace-limit|bracket-depth|lto|lto-jobs|random-seed|color-diagnostics|vect-cost-model|stack-limit-\\w+|patchable-function-entry|min-function-alignment)=(?!-|.*\\.\\.)[\\w.,+=/-]*',
		'-fuse-ld=(lld|gold|bfd|mold)',
		'-m(?!llvm|specs)[\\w-]+(=[\\w+.,-]*)?',
		'-l[\\w+.-]+',
		'-d[MDNIU]|-dump(version|machine|specs|fullversion)',
		'-shared|-static(-[a-z]+)?|-pthread|-pedantic(-errors)?|-ansi|-pie|-no-pie|-rdynamic|-nostd(lib|inc)(\\+\\+)?|-nodefaultlibs|-nostartfiles|-nolibc|-[cSEvswPCHpQ]|-CC|-###|-pipe|-pg|--?coverage|-trigraphs|-time|-undef|-traditional(-cpp)?|-dynamiclib|-bundle|-fsyntax-only|--analyze|-emit-llvm|-save-temps(=(obj|cwd))?|-print-[a-z-]+|--?version|--?help(=[a-z,^-]+)?|--verbose|-municode|-mwindows|-static-pie|-r|-n|-M[MDPGV]*|-cpp|-nocpp|-Qunused-arguments|-remap',
	].join('|')})$`,
);

/** Returns the arguments that a compiler passes on to the linker, the assembler and the preprocessor, one by one. */
export function passItems({ words }: Pick<Invocation, 'words'>): readonly string[] {
	return words.flatMap((word, i) => {
		if (/^-X(linker|assembler|preprocessor)$/.test(words[i - 1]?.text ?? '')) return [word.text];
		return /^-W[lpa],/.test(word.text) ? word.text.split(',').slice(1) : [];
	});
}

/**
 * Options of the linker, the assembler and the preprocessor that write a file. The file name comes after `=`, in the next item, or directly
 * after the letter.
 */
export const passOutput =
	/^(-o|--?output|-MD|-MMD|-MF|--MD|-Map|--Map|--?dependency-file|--out-implib|--reproduce|-al\w*)$/;

/** Options of the linker whose value names no file to open: a name, a number, or a path that is stored in the output. */
const texts =
	'rpath|rpath-link|soname|h|z|u|undefined|wrap|defsym|build-id|hash-style|icf|threads|thread-count|sort-section|e|entry|init|fini|Ttext|Tdata|Tbss|image-base|subsystem|exclude-libs|compress-debug-sections|unresolved-symbols|lto-O|optimize|error-limit|stack|major-image-version|minor-image-version|install_name|current_version|compatibility_version|undefined|framework|arch|macosx_version_min|MT|MQ|D|U|gdwarf-\\d|defsym|march|mcpu|mfpu|mfloat-abi|mabi';
/** Options of the linker that name a file which it only reads. */
const read = 'version-script|dynamic-list|export-dynamic-symbol-list|retain-symbols-file|exported_symbols_list';
const flags =
	'as-needed|no-as-needed|gc-sections|no-gc-sections|print-gc-sections|no-undefined|Bstatic|Bdynamic|Bsymbolic(-functions)?|whole-archive|no-whole-archive|start-group|end-group|export-dynamic|no-export-dynamic|E|s|S|strip-all|strip-debug|sort-common|enable-new-dtags|disable-new-dtags|fatal-warnings|no-fatal-warnings|warn-common|warn-once|no-warn-mismatch|version|verbose|v|V|t|trace|print-map|M|MP|x|X|r|q|pie|no-pie|shared|static|stats|demangle|no-demangle|relax|no-relax|eh-frame-hdr|dead_strip|headerpad_max_install_names|allow-multiple-definition|allow-shlib-undefined|no-allow-shlib-undefined|no-keep-memory|reduce-memory-overheads|discard-all|push-state|pop-state|copy-dt-needed-entries|no-copy-dt-needed-entries|noexecstack|execstack|warn|no-warn|W|g|O\\d?|nostdlib|combreloc|nmagic|omagic|large-address-aware|nxcompat|dynamicbase|high-entropy-va|kill-at|lc|lm|lpthread|l[\\w+.-]+|rpath|m\\w+|al?\\w*';
const plainItem = new RegExp(`^--?((${texts}|${read})([=,].*)?|${flags})$`);
const attachedItem = /^(-[DUuhzL][\w./+:=-]*|-I(?![/~]|.*\.\.)[\w./+-]+)$/;
const taking = new RegExp(`^--?(${texts}|${read})$`);

/** Returns the items whose effect is not known. Threat: linkers have dozens of options that load plugins, run programs and write files. */
export function oddItems(it: Pick<Invocation, 'words'>): readonly string[] {
	const items = passItems(it);
	return items.filter((item, i) => {
		const before = items[i - 1] ?? '';
		if (passOutput.test(item.split('=')[0] ?? '') || passOutput.test(before)) return false;
		if (!item.startsWith('-')) return !(taking.test(before) || /^[\w+.$*-]*$/.test(item));
		if (plainItem.test(item)) return /^--?plugin|\.\./.test(item) && !/^--?(rpath|soname)/.test(item);
		return !attachedItem.test(item) || item.includes('..');
	});
}

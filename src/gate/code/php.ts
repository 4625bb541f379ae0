import { counted, exact, exactNumbers, foldsOf, formatted } from './exact-folds.ts';
import * as fold from './folds.ts';
import { alike, type Call, type Done, type Language, names } from './language.ts';
import * as place from './places.ts';
import { closing, type Hole } from './tokens.ts';
import { refer, text, type Value } from './value.ts';
import { argumentTokens, isWrittenFunction } from './written-functions.ts';

/** Quotes a text as `escapeshellarg` does. */
const shellQuoted = (given: string): string | undefined =>
	/^[\x20-\x7e]*$/.test(given) ? `'${given.replaceAll("'", "'\\''")}'` : undefined;

/** Judges a path, a URL, or one of PHP's own streams. */
function opened(mode: 'read' | 'write', path: Value): Done {
	const given = path.text ?? path.prefix ?? '';
	if (/^php:\/\/(stdin|stdout|stderr|memory|temp|output|input)/i.test(given)) return {};
	if (/^php:|^data:|^expect:|^phar:|^compress|^glob:/i.test(given))
		return { doubt: 'a stream of PHP', uses: [['read', {}]] };
	if (/^\w+:\/\//.test(given)) return { uses: [['url', path]], gives: { name: '', fetched: true } };
	return { uses: [[mode, path]] };
}

const readFile = ({ args: [path = {}] }: Call): Done => opened('read', path);
const writeFile = ({ args: [path = {}] }: Call): Done => opened('write', path);

function openFile({ args: [path = {}, mode] }: Call): Done {
	return opened(/^r[bt]?$/.test(mode?.text ?? '') ? 'read' : 'write', path);
}

function start({ args: [command = {}] }: Call): Done {
	return { uses: [[command.items === undefined ? 'shell' : 'argv', command]] };
}

function connect({ args: [host = {}] }: Call): Done {
	const name = host.text?.replace(/^\w+:\/\//, '').replace(/:\d+$/, '');
	return { uses: [['socket', name === undefined ? host : text(name)]], gives: { name: '', fetched: true } };
}

/** Returns the function that a string names. */
function namedBy(callee: Value): Value {
	return callee.text === undefined ? callee : refer(callee.text.toLowerCase().replace(/^\\/, ''));
}

/** `curl_setopt($c, CURLOPT_URL, 'https://…')` */
function setOption({ args: [, option, value] }: Call): Done {
	if (option?.name === 'CURLOPT_URL') return { uses: [['url', value ?? {}]] };
	return /^CURLOPT_(RETURNTRANSFER|POST|FOLLOWLOCATION|TIMEOUT|POSTFIELDS|HTTPHEADER)$/.test(option?.name ?? '')
		? {}
		: { doubt: 'an option of curl' };
}

/** Reads `$name`, `$name[key]`, `$name->property`, `{$expression}` and `${expression}` in a string. */
function hole(source: string, at: number): Hole | undefined {
	if (source.startsWith('{$', at) || source.startsWith('${', at)) {
		const from = at + (source[at] === '{' ? 1 : 2);
		const end = closing(source, from, '{', '}');
		return { code: source[at] === '{' ? source.slice(from, end) : `\${${source.slice(from, end)}}`, end: end + 1 };
	}
	const [name] = /^\$[A-Za-z_]\w*/.exec(source.slice(at, at + 80)) ?? [];
	if (name === undefined) return undefined;
	const [tail = ''] = /^(?:\[(?:\w+|\$\w+)\]|->\w+)/.exec(source.slice(at + name.length, at + name.length + 60)) ?? [];
	const key = /^\[([A-Za-z_]\w*)\]$/.exec(tail)?.[1];
	return { code: key === undefined ? name + tail : `${name}['${key}']`, end: at + name.length + tail.length };
}

/**
 * Returns the row of a function that calls one of its arguments. If this argument is a function that is written out, its code has been
 * judged.
 */
function callback(at: number): (call: Call) => Done {
	return ({ args, source }) => {
		const written = argumentTokens(source);
		if (written.length === args.length && isWrittenFunction(written[at] ?? [])) return {};
		const callee = namedBy(args[at] ?? {});
		const list = args[at === 0 ? 1 : 0];
		return { doubt: 'a callback', calls: { callee, args: list?.items ?? [{}] } };
	};
}

/** Judges `compact('a', 'b')`. Threat: with the name of one of PHP's own variables, it returns the environment. */
function compact({ args }: Call): Done {
	const isOwn = args.every(({ text: name, unsure }) => unsure !== true && /^[a-z]\w*$/.test(name ?? ''));
	return isOwn ? {} : { doubt: 'variables by their names' };
}

/** PHP, as `php -r` runs it. */
export const php: Language = {
	name: 'php',
	grammar: {
		comments: ['#', '//'],
		blocks: [['/*', '*/']],
		quotes: {
			'"': { close: '"', escapes: 'php', hole },
			"'": { close: "'", escapes: 'quote' },
			'`': { close: '`', escapes: 'php', hole, form: 'command' },
		},
		variable: /\$[A-Za-z_]\w*/y,
		word: /\\?[A-Za-z_]\w*(?:\\[A-Za-z_]\w*)*/y,
		lines: 'blank',
		suspicious: /\?>|<\?|<<<|#\[|__halt_compiler/,
	},
	keywords: names(
		'echo print if else elseif while for foreach as do switch case default break continue return function fn use new throw try catch finally global static const and or xor instanceof yield match',
	),
	transparent: names('new'),
	rows: {
		...alike('system exec shell_exec passthru popen', 'shell'),
		proc_open: start,
		pcntl_exec: ({ args: [program = {}, list] }) => ({
			uses: [['argv', { items: [program, ...(list?.items ?? [{}])] }]],
		}),
		...alike('unlink rmdir', 'delete'),
		...alike('file_put_contents', writeFile),
		...alike('mkdir touch chmod chown tempnam', 'write'),
		// A value in such a file may name an environment variable.
		parse_ini_file: (call) => ({ ...readFile(call), doubt: 'variables that a file names' }),
		...alike('file_get_contents readfile file show_source highlight_file simplexml_load_file', readFile),
		fopen: openFile,
		readlink: 'read',
		...alike('scandir opendir dir glob', 'list'),
		...alike('copy link', 'read write'),
		...alike('symlink', 'read-tree write'),
		rename: 'delete write',
		chdir: 'directory',
		...alike('array_map', callback(0)),
		...alike('array_filter array_walk usort uasort uksort array_reduce', callback(1)),
		yaml_parse_file: readFile,
		compact,
		getenv: 'variable',
		phpinfo: () => ({ uses: [['variable', {}]] }),
		...alike('fsockopen pfsockopen stream_socket_client', connect),
		socket_connect: ({ args: [, host] }) => ({ uses: [['socket', host ?? {}]] }),
		curl_init: ({ args: [url] }) => ({
			uses: url === undefined ? [] : [['url', url]],
			gives: { name: '', fetched: true },
		}),
		curl_setopt: setOption,
		curl_exec: () => ({ gives: { name: '', fetched: true } }),
		...alike('eval create_function assert', 'code'),
		...alike('include include_once require require_once', 'script'),
		...alike(
			'base64_decode hex2bin gzinflate gzuncompress gzdecode convert_uudecode pack chr urldecode rawurldecode str_rot13 strrev',
			'data... -> decoded',
		),
	},
	pure: names(`
		strlen count sizeof implode join explode trim ltrim rtrim strtolower strtoupper ucfirst ucwords lcfirst str_replace str_repeat
		substr strpos stripos strrpos strstr strcmp str_contains str_starts_with str_ends_with str_pad str_split sprintf printf number_format
		nl2br htmlspecialchars html_entity_decode addslashes stripslashes json_encode json_decode serialize base64_encode bin2hex
		md5 sha1 crc32 hash hash_algos random_int rand mt_rand uniqid array_keys array_values array_merge array_slice array_sum array_unique
		array_reverse array_combine array_flip array_fill array_key_exists array_search array_pop array_push array_shift array_unshift array_chunk
		array_column array_diff array_intersect range sort rsort ksort asort in_array is_array is_string is_int is_numeric is_null isset empty unset list array
		min max abs floor ceil round sqrt pow intdiv fmod pi intval floatval strval boolval var_dump print_r var_export microtime time date mktime strtotime
		date_default_timezone_get phpversion php_uname php_sapi_name escapeshellarg escapeshellcmd memory_get_usage memory_get_peak_usage sys_get_temp_dir getcwd
		get_loaded_extensions extension_loaded function_exists class_exists basename dirname pathinfo realpath file_exists is_file is_dir filesize filemtime
		fgets fread fwrite fclose feof fgetcsv fputs stream_get_contents stream_get_line fscanf fflush readline exit die
		preg_match preg_match_all preg_replace preg_split preg_quote mb_strlen mb_substr mb_strtoupper mb_strtolower ord dechex hexdec bindec decbin
		urlencode rawurlencode http_build_query parse_url ctype_digit ctype_alpha usleep sleep error_reporting gettype levenshtein similar_text wordwrap strtr
		curl_close curl_error curl_getinfo CURLOPT_URL CURLOPT_RETURNTRANSFER CURLOPT_POST CURLOPT_FOLLOWLOCATION CURLOPT_TIMEOUT CURLOPT_POSTFIELDS CURLOPT_HTTPHEADER
		ini_get PHP_VERSION PHP_EOL PHP_OS PHP_OS_FAMILY PHP_INT_MAX PHP_INT_MIN PHP_INT_SIZE PHP_FLOAT_EPSILON PHP_MAJOR_VERSION PHP_MINOR_VERSION PHP_BINARY PHP_VERSION_ID
		M_PI M_E NAN INF JSON_PRETTY_PRINT JSON_THROW_ON_ERROR JSON_UNESCAPED_SLASHES JSON_UNESCAPED_UNICODE JSON_PRESERVE_ZERO_FRACTION JSON_NUMERIC_CHECK JSON_ERROR_NONE JSON_FORCE_OBJECT JSON_HEX_TAG json_last_error json_last_error_msg json_validate STR_PAD_LEFT STR_PAD_RIGHT STR_PAD_BOTH ARRAY_FILTER_USE_KEY ARRAY_FILTER_USE_BOTH PREG_SPLIT_NO_EMPTY PREG_SET_ORDER PREG_OFFSET_CAPTURE PHP_FLOAT_DIG PHP_FLOAT_MAX PHP_FLOAT_MIN ENT_QUOTES LC_ALL DATE_ATOM DATE_ISO8601 DATE_RFC2822 DATE_COOKIE SORT_NUMERIC SORT_REGULAR COUNT_RECURSIVE MB_CASE_TITLE PHP_ROUND_HALF_UP PHP_ROUND_HALF_EVEN FILTER_VALIDATE_INT FILTER_VALIDATE_EMAIL FILTER_VALIDATE_URL FILTER_VALIDATE_BOOLEAN FILTER_VALIDATE_IP FILTER_VALIDATE_FLOAT FILTER_NULL_ON_FAILURE E_ERROR E_WARNING E_NOTICE E_STRICT STDIN STDOUT STDERR E_ALL true false null TRUE FALSE NULL SORT_STRING SORT_NUMERIC
		DateTime DateTimeImmutable DateInterval DateTimeZone DatePeriod stdClass ArrayObject ArrayIterator SplStack SplQueue SplObjectStorage SplPriorityQueue SplFixedArray SplMinHeap SplMaxHeap
		Exception RuntimeException InvalidArgumentException LogicException DomainException LengthException OutOfRangeException OutOfBoundsException RangeException OverflowException UnderflowException UnexpectedValueException
		JsonException TypeError ValueError Error ErrorException DivisionByZeroError ArithmeticError ArgumentCountError Throwable Generator Stringable Countable NumberFormatter
		DateTimeInterface.ATOM DateTimeInterface DateTime.createFromFormat DateTimeImmutable.createFromFormat DateTime.ATOM DateTimeImmutable.ATOM DateTimeZone.UTC
		get_class get_debug_type gettype is_float is_bool is_object is_iterable is_countable is_scalar is_a is_subclass_of method_exists property_exists get_object_vars spl_object_id iterator_to_array iterator_count
		array_is_list array_key_first array_key_last array_pad array_product array_replace array_splice array_fill_keys array_count_values array_intersect_key array_diff_key array_diff_assoc array_rand array_flip natsort krsort arsort shuffle
		current key next prev reset end str_word_count strncmp strcasecmp strncasecmp strnatcmp substr_count substr_replace ucwords nl2br chunk_split similar_text soundex metaphone number_format sprintf vsprintf vprintf sscanf money_format
		mb_substr_count mb_strpos mb_str_split mb_str_pad mb_convert_case mb_convert_encoding mb_detect_encoding mb_check_encoding mb_internal_encoding mb_strwidth mb_strrev iconv utf8_encode utf8_decode
		ctype_upper ctype_lower ctype_space ctype_alnum ctype_punct ctype_xdigit checkdate date_create date_diff date_parse gmdate idate hrtime localtime strftime date_default_timezone_set timezone_identifiers_list cal_days_in_month
		fdiv fmod hypot exp log log10 log2 sin cos tan asin acos atan atan2 deg2rad rad2deg is_nan is_infinite is_finite base_convert octdec decoct mt_srand srand mt_getrandmax random_bytes lcg_value
		memory_reset_peak_usage gc_collect_cycles spl_object_hash debug_zval_refcount password_hash password_verify hash_hmac crc32 hash_equals md5 uniqid sha1 ctype_cntrl bcadd bcsub bcmul bcdiv bccomp bcmod bcpow
		string int float bool array object mixed void never iterable self static`),
	methods: names(
		'format modify getTimestamp getMessage getCode getLine getPrevious getTraceAsString getTrace count append add sub diff days y m d h i s f invert setTime setDate setISODate setTimezone getTimezone getOffset getName setTimestamp push pop enqueue dequeue top bottom isEmpty attach detach contains insert extract valid current key next rewind send getReturn getArrayCopy name value toArray getStorage',
	),
	folds: {
		base64_decode: exact([1, 2], fold.ofFirst(fold.base64)),
		hex2bin: exact(1, fold.ofFirst(fold.hex)),
		str_rot13: exact(1, fold.ofFirst(fold.rot13)),
		strrev: exact(1, fold.ofFirst(fold.reversed)),
		// `array_map('chr', [114, 109])` is judged as one call with all items.
		chr: exactNumbers([1, Number.POSITIVE_INFINITY], fold.characters),
		escapeshellarg: exact(1, fold.ofFirst(shellQuoted)),
		getcwd: counted(0, place.workingDirectory),
		dirname: counted([1, 2], place.parentOf),
		realpath: counted(1, place.followed),
		sprintf: counted([1, 99], formatted),
		strtolower: exact(
			1,
			fold.ofFirst((input) => input.toLowerCase()),
		),
		strtoupper: exact(
			1,
			fold.ofFirst((input) => input.toUpperCase()),
		),
		trim: exact(
			1,
			fold.ofFirst((input) => input.trim()),
		),
		...foldsOf(
			'implode join',
			counted([1, 2], ({ args: [by = {}, list] }) => {
				if (list !== undefined) return fold.joined(list, by);
				return by.items === undefined ? by : fold.joined(by, text(''));
			}),
		),
		pack: exact(2, ({ args: [format, value] }) => {
			const decoded = format?.text === 'H*' && value?.text !== undefined ? fold.hex(value.text) : undefined;
			return decoded === undefined ? undefined : text(decoded);
		}),
		str_replace: exact(3, ({ args: [from = {}, to = {}, input] }) => fold.replaced({ self: input, args: [from, to] })),
	},
	constants: {
		__DIR__: place.workingDirectory,
		DIRECTORY_SEPARATOR: () => text('/'),
	},
	hidden: {
		...alike('DirectoryIterator FilesystemIterator RecursiveDirectoryIterator GlobIterator', 'list'),
		...alike('call_user_func forward_static_call', ({ args: [callee = {}, ...args] }) => ({
			calls: { callee: namedBy(callee), args },
		})),
		...alike('call_user_func_array forward_static_call_array', ({ args: [callee = {}, list] }) => ({
			calls: { callee: namedBy(callee), args: list?.items ?? [{}] },
		})),
	},
	decoders: names(''),
	refused: names(
		'call_user_func call_user_func_array preg_replace_callback register_shutdown_function extract parse_str putenv ini_set dl mail proc_nice posix_kill $GLOBALS $_GET $_POST $_REQUEST unserialize set_error_handler ob_start iterator_apply forward_static_call is_callable ReflectionFunction Closure FFI',
	),
	environments: names('$_ENV $_SERVER'),
	members: names('-> :: ?->'),
	concat: '.',
	isCaseless: true,
	spreads: names('...'),
	doubtful: names('$ ` \\'),
	prefixes: names('- + ! ~ @ & ++ -- ...'),
	mutators: names(
		`& array_push array_pop array_shift array_unshift array_splice array_walk array_walk_recursive array_multisort sort rsort
		usort uasort uksort ksort krsort asort arsort natsort natcasesort shuffle unset global foreach list settype
		preg_match preg_match_all sscanf fscanf similar_text`,
	),
	hasMutableTexts: true,
	bare: 'all',
	hasTextCalls: true,
	embedded: (fed) => (fed.includes('<?') ? (/^\s*<\?php\s([\s\S]*?)(?:\?>\s*)?$/.exec(fed)?.[1] ?? fed) : ''),
};

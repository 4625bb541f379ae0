import { names, under } from './language.ts';

/** Names that compute, print, or are constant. */
export const pure = names(`
	print len str int float bool list tuple set frozenset range enumerate zip sorted reversed sum min max abs round
	divmod pow ord hex oct bin repr ascii any all map filter iter next input isinstance type format hash slice complex
	True False None Exception ValueError KeyError IndexError TypeError OSError IOError FileNotFoundError RuntimeError
	StopIteration ZeroDivisionError AttributeError ImportError ModuleNotFoundError AssertionError KeyboardInterrupt
	SystemExit UnicodeDecodeError memoryview id callable exit quit
	${under(
		'sys',
		'version version_info platform argv executable path maxsize byteorder exit stdin stdout stderr prefix implementation.name getsizeof getrecursionlimit setrecursionlimit getdefaultencoding hexversion float_info int_info maxunicode stdin.read stdin.readline stdin.readlines stdin.buffer stdin.buffer.read stdout.write stderr.write stdout.flush stdout.buffer.write stdout.reconfigure stdin.reconfigure stdlib_module_names builtin_module_names base_prefix',
	).join(' ')}
	${under('json', 'load loads dump dumps JSONDecodeError').join(' ')}
	${under(
		'os',
		'sep linesep name pathsep curdir getcwd cpu_count getpid getppid getuid getgid uname devnull path path.join path.exists path.isfile path.isdir path.basename path.dirname path.abspath path.realpath path.relpath path.normpath path.split path.splitext path.expanduser path.getsize path.getmtime path.islink path.sep path.commonpath path.isabs path.normcase getcwdb pardir fsencode fsdecode fspath get_terminal_size getloadavg strerror stat dup2 dup close O_RDONLY P_NOWAIT P_WAIT',
	).join(' ')}
	${under('time', 'time sleep ctime strftime gmtime localtime perf_counter monotonic mktime strptime time_ns').join(' ')}
	${under(
		'datetime',
		'datetime datetime.now datetime.utcnow datetime.today datetime.strptime datetime.fromtimestamp datetime.fromisoformat date date.today date.fromisoformat timedelta timezone timezone.utc UTC time',
	).join(' ')}
	${under('re', 'findall search match fullmatch sub split compile finditer escape subn I IGNORECASE M MULTILINE S DOTALL X VERBOSE').join(' ')}
	math.* cmath.* itertools.* unicodedata.* ast.* ipaddress.* colorsys.* __name__ __file__
	${under('statistics', 'mean median mode stdev pstdev variance fmean quantiles').join(' ')}
	${under('string', 'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits punctuation printable whitespace Template').join(' ')}
	${under('random', 'random randint choice choices sample shuffle seed uniform randrange gauss Random').join(' ')}
	${under('hashlib', 'md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s new algorithms_available').join(' ')}
	${under('uuid', 'uuid1 uuid3 uuid4 uuid5 UUID NAMESPACE_DNS NAMESPACE_URL').join(' ')}
	${under('secrets', 'token_hex token_bytes token_urlsafe choice randbelow').join(' ')}
	decimal.Decimal decimal.getcontext fractions.Fraction textwrap.dedent textwrap.indent textwrap.wrap textwrap.fill
	textwrap.shorten pprint.pprint pprint.pformat calendar.month calendar.monthrange calendar.isleap difflib.unified_diff
	difflib.ndiff difflib.context_diff difflib.Differ difflib.get_close_matches difflib.SequenceMatcher heapq.heappush heapq.heappop heapq.heapify heapq.nlargest heapq.nsmallest
	bisect.bisect bisect.bisect_left bisect.insort keyword.kwlist keyword.iskeyword fnmatch.fnmatch fnmatch.filter
	html.escape html.unescape hmac.new hmac.compare_digest operator.itemgetter operator.add operator.mul
	shlex.quote shlex.split shlex.join struct.pack struct.unpack struct.calcsize
	${under('functools', 'reduce lru_cache cache').join(' ')}
	${under('collections', 'Counter defaultdict OrderedDict deque namedtuple').join(' ')}
	${under('urllib.parse', 'quote unquote urlencode urlparse urlsplit urljoin parse_qs quote_plus unquote_plus').join(' ')}
	${under('urllib.error', 'HTTPError URLError').join(' ')}
	${under('base64', 'b64encode urlsafe_b64encode b32encode b16encode').join(' ')}
	binascii.hexlify codecs.encode ast.literal_eval ast.parse ast.dump yaml.safe_load yaml.safe_dump yaml.dump copy.copy copy.deepcopy io.StringIO io.BytesIO csv.reader csv.DictReader
	csv.writer csv.DictWriter sysconfig.get_paths sysconfig.get_path sysconfig.get_config_var sysconfig.get_platform
	${under('platform', 'python_version platform system machine release node processor version uname python_implementation architecture mac_ver').join(' ')}
	importlib.metadata.version importlib.metadata.distributions importlib.metadata.metadata importlib.metadata.requires importlib.metadata.PackageNotFoundError shutil.which shutil.get_terminal_size shutil.disk_usage tomllib.loads tomllib.load
	xml.etree.ElementTree.fromstring configparser.ConfigParser signal.SIGTERM signal.SIGINT signal.SIGKILL
	${under('subprocess', 'PIPE DEVNULL STDOUT CalledProcessError TimeoutExpired').join(' ')}
	${under('socket', 'AF_INET AF_INET6 SOCK_STREAM SOCK_DGRAM SOL_SOCKET SO_REUSEADDR gethostname error timeout').join(' ')}
	socket.socket().fileno socket.socket().close socket.socket().send socket.socket().sendall socket.socket().settimeout socket.socket().shutdown
	socket.socket().setsockopt
	${under('pathlib.Path()', 'name stem suffix suffixes parent parts exists is_file is_dir as_posix stat with_suffix with_name relative_to is_absolute').join(' ')}
	${under('typing', 'Union Tuple Set Callable Iterable Iterator Sequence Mapping Literal NamedTuple TypedDict TypeVar Generic Protocol ClassVar Final cast').join(' ')}
	${under('argparse', 'Namespace ArgumentTypeError RawDescriptionHelpFormatter BooleanOptionalAction SUPPRESS').join(' ')}
	sqlite3.sqlite_version sqlite3.version ssl.OPENSSL_VERSION zoneinfo.ZoneInfo zoneinfo.available_timezones asyncio.run asyncio.sleep asyncio.gather
	email.utils.formatdate email.utils.parseaddr mimetypes.guess_type mimetypes.guess_extension zlib.crc32 zlib.adler32 zlib.compress binascii.crc32
	inspect.isfunction inspect.isclass traceback.print_exc traceback.format_exc dis.dis tokenize.generate_tokens tokenize.tokenize
	contextlib.redirect_stdout contextlib.redirect_stderr contextlib.suppress contextlib.nullcontext
	${under('logging', 'debug info warning error critical exception getLogger DEBUG INFO WARNING ERROR CRITICAL').join(' ')}
	locale.getpreferredencoding locale.getlocale site.getsitepackages site.getusersitepackages site.USER_SITE
	sys.stdout.encoding sys.stdin.encoding sys.stdout.isatty sys.flags django.get_version django.VERSION
	os.environ.keys dict.fromkeys str.join str.upper str.lower str.strip int.from_bytes float.fromhex bytes.maketrans str.maketrans typing.List typing.Dict typing.Any typing.Optional enum.Enum`);

/** Methods and attributes that are harmless on any value. */
export const methods = names(`
	append extend insert pop remove sort reverse index count copy clear keys values items get setdefault update add discard
	union intersection difference symmetric_difference issubset issuperset join split rsplit splitlines strip lstrip rstrip
	upper lower title capitalize casefold swapcase startswith endswith find rfind rindex center ljust rjust zfill
	encode decode isdigit isalpha isalnum isspace isupper islower isnumeric isdecimal isidentifier
	partition rpartition expandtabs translate removeprefix removesuffix hex read readline readlines write writelines flush
	close seek tell group groups groupdict start end span string sub findall search match fullmatch finditer pattern
	most_common elements total appendleft popleft rotate major minor micro releaselevel real imag numerator denominator
	year month day hour minute second microsecond isoformat strftime timestamp date time total_seconds days seconds
	weekday isoweekday astimezone hexdigest digest bit_length to_bytes as_integer_ratio is_integer
	body lineno col_offset end_lineno id value attr func arg targets target module names decorator_list returns annotation bases
	keywords elts level asname metadata requires encoding getroot tail namelist infolist getnames getmembers substitute safe_substitute getvalue
	ratio quick_ratio real_quick_ratio get_matching_blocks get_opcodes get_grouped_opcodes compare size a b default factory
	max min add_argument parse_args parse_known_args num_addresses hosts prefixlen type is_relative_to st_mtime_ns string print_help __file__ __path__
	st_size st_mtime st_mode text status_code __version__ __doc__ __name__ json content headers status reason ok url code getcode info raise_for_status
	stdout stderr returncode communicate wait name suffix stem parent parts sections options fieldnames
	writerow writerows writeheader args errno strerror filename msg sysname nodename release version machine scheme netloc path
	query fragment hostname port geturl file columns lines used free buffer tag attrib findtext iter`);

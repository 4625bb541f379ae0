import { names, under } from './language.ts';

/** Names that compute, print, or are constant. */
export const pure = names(`
	print len str int float bool list tuple set frozenset range enumerate zip sorted reversed sum min max abs round
	divmod pow ord hex oct bin repr ascii any all map filter iter next input isinstance type format hash slice complex
	True False None Exception ValueError KeyError IndexError TypeError OSError IOError FileNotFoundError RuntimeError
	StopIteration ZeroDivisionError AttributeError ImportError ModuleNotFoundError AssertionError KeyboardInterrupt
	SystemExit UnicodeDecodeError memoryview id callable exit quit super object property staticmethod classmethod NotImplemented
	NotImplementedError RecursionError OverflowError ArithmeticError LookupError PermissionError FileExistsError TimeoutError UnicodeError
	UnicodeEncodeError StopAsyncIteration GeneratorExit BaseException ExceptionGroup BaseExceptionGroup Warning DeprecationWarning UserWarning
	NameError UnboundLocalError BufferError EOFError MemoryError ReferenceError SyntaxError IndentationError SystemError ConnectionError
	aiter anext issubclass Ellipsis __debug__ __doc__
	${under(
		'sys',
		'version version_info platform argv executable path maxsize byteorder exit stdin stdout stderr prefix implementation.name getsizeof getrecursionlimit setrecursionlimit getdefaultencoding hexversion float_info int_info maxunicode stdin.read stdin.readline stdin.readlines stdin.buffer stdin.buffer.read stdout.write stderr.write stdout.flush stdout.buffer.write stdout.reconfigure stdin.reconfigure stdlib_module_names builtin_module_names base_prefix getrefcount intern is_finalizing getswitchinterval thread_info hash_info api_version set_int_max_str_digits get_int_max_str_digits exc_info implementation float_repr_style',
	).join(' ')}
	${under('json', 'load loads dump dumps JSONDecodeError').join(' ')}
	${under(
		'os',
		'sep linesep name pathsep curdir getcwd cpu_count getpid getppid getuid getgid uname devnull path path.join path.exists path.isfile path.isdir path.basename path.dirname path.abspath path.realpath path.relpath path.normpath path.split path.splitext path.expanduser path.getsize path.getmtime path.islink path.sep path.commonpath path.isabs path.normcase getcwdb pardir fsencode fsdecode fspath get_terminal_size getloadavg strerror stat dup2 dup close O_RDONLY P_NOWAIT P_WAIT',
	).join(' ')}
	${under('time', 'time sleep ctime strftime gmtime localtime perf_counter monotonic mktime strptime time_ns perf_counter_ns monotonic_ns process_time process_time_ns thread_time tzname timezone asctime struct_time').join(' ')}
	${under(
		'datetime',
		'datetime datetime.now datetime.utcnow datetime.today datetime.strptime datetime.fromtimestamp datetime.fromisoformat datetime.combine datetime.utcfromtimestamp datetime.min datetime.max datetime.fromordinal date date.today date.fromisoformat date.fromtimestamp date.fromisocalendar date.fromordinal date.min date.max timedelta timedelta.max timedelta.min timezone timezone.utc UTC time time.fromisoformat time.min time.max tzinfo',
	).join(' ')}
	${under('re', 'findall search match fullmatch sub split compile finditer escape subn I IGNORECASE M MULTILINE S DOTALL X VERBOSE A ASCII U UNICODE error Pattern Match purge NOFLAG').join(' ')}
	math.* cmath.* itertools.* itertools.chain.from_iterable unicodedata.* ast.* ipaddress.* colorsys.* __name__ __file__
	${under('statistics', 'mean median mode stdev pstdev variance pvariance fmean quantiles median_low median_high multimode geometric_mean harmonic_mean correlation linear_regression NormalDist StatisticsError').join(' ')}
	${under('string', 'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits punctuation printable whitespace Template').join(' ')}
	${under('random', 'random randint choice choices sample shuffle seed uniform randrange gauss Random getrandbits triangular betavariate expovariate normalvariate lognormvariate setstate getstate').join(' ')}
	${under('hashlib', 'md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s new algorithms_available').join(' ')}
	${under('uuid', 'uuid1 uuid3 uuid4 uuid5 UUID NAMESPACE_DNS NAMESPACE_URL').join(' ')}
	${under('secrets', 'token_hex token_bytes token_urlsafe choice randbelow').join(' ')}
	${under('decimal', 'Decimal getcontext setcontext localcontext Context ROUND_HALF_UP ROUND_HALF_EVEN ROUND_HALF_DOWN ROUND_DOWN ROUND_UP ROUND_CEILING ROUND_FLOOR ROUND_05UP InvalidOperation DivisionByZero Inexact Overflow getcontext().prec').join(' ')}
	fractions.Fraction textwrap.dedent textwrap.indent textwrap.wrap textwrap.fill
	textwrap.shorten textwrap.TextWrapper pprint.pprint pprint.pformat pprint.pp calendar.month calendar.monthrange calendar.isleap calendar.calendar calendar.TextCalendar calendar.Calendar calendar.day_name calendar.month_name calendar.timegm calendar.weekday difflib.unified_diff
	difflib.ndiff difflib.context_diff difflib.Differ difflib.get_close_matches difflib.HtmlDiff difflib.SequenceMatcher heapq.heappush heapq.heappop heapq.heapify heapq.nlargest heapq.nsmallest heapq.heappushpop heapq.heapreplace heapq.merge
	bisect.bisect bisect.bisect_left bisect.bisect_right bisect.insort bisect.insort_left bisect.insort_right array.array graphlib.TopologicalSorter graphlib.CycleError numbers.Number numbers.Integral numbers.Real
	${under('dataclasses', 'dataclass field asdict astuple replace fields is_dataclass make_dataclass KW_ONLY FrozenInstanceError').join(' ')}
	${under('abc', 'ABC ABCMeta abstractmethod').join(' ')} ${under('enum', 'Enum IntEnum StrEnum Flag IntFlag auto unique EnumMeta').join(' ')} ${under('weakref', 'ref WeakValueDictionary WeakKeyDictionary WeakSet').join(' ')}
	${under('threading', 'Thread Lock RLock Event Condition Semaphore Barrier Timer local current_thread active_count get_ident main_thread').join(' ')}
	${under('queue', 'Queue LifoQueue PriorityQueue SimpleQueue Empty Full').join(' ')} ${under('concurrent.futures', 'ThreadPoolExecutor as_completed wait TimeoutError Future').join(' ')} keyword.kwlist keyword.iskeyword fnmatch.fnmatch fnmatch.filter
	html.escape html.unescape html.entities.name2codepoint hmac.new hmac.digest hmac.compare_digest operator.itemgetter ${under('operator', 'add mul sub truediv floordiv mod neg eq ne lt le gt ge and_ or_ xor not_ contains getitem concat index').join(' ')}
	shlex.quote shlex.split shlex.join struct.pack struct.unpack struct.calcsize struct.unpack_from struct.iter_unpack struct.Struct struct.error
	${under('functools', 'partial partialmethod reduce lru_cache cache cached_property total_ordering singledispatch cmp_to_key').join(' ')}
	${under('collections', 'Counter defaultdict OrderedDict deque namedtuple ChainMap UserDict UserList UserString abc.Mapping abc.Sequence abc.Iterable abc.Iterator abc.Callable abc.MutableMapping abc.Hashable abc.Set').join(' ')}
	${under('urllib.parse', 'quote unquote urlencode urlparse urlsplit urljoin parse_qs parse_qsl quote_plus unquote_plus urlunparse urlunsplit urldefrag ParseResult SplitResult unquote_to_bytes quote_from_bytes').join(' ')}
	${under('urllib.error', 'HTTPError URLError').join(' ')} http.HTTPStatus http.HTTPMethod
	${under('base64', 'b64encode urlsafe_b64encode b32encode b16encode').join(' ')}
	binascii.hexlify codecs.encode ast.literal_eval ast.dump yaml.safe_load yaml.safe_dump yaml.dump copy.copy copy.deepcopy io.StringIO io.BytesIO csv.reader csv.DictReader
	csv.writer csv.DictWriter csv.QUOTE_ALL csv.QUOTE_MINIMAL csv.QUOTE_NONE csv.QUOTE_NONNUMERIC csv.Sniffer csv.Error csv.excel csv.excel_tab csv.list_dialects io.TextIOWrapper io.BufferedReader io.SEEK_END sysconfig.get_paths sysconfig.get_path sysconfig.get_config_var sysconfig.get_platform
	${under('platform', 'python_version platform system machine release node processor version uname python_implementation architecture mac_ver').join(' ')}
	importlib.metadata.version importlib.metadata.distributions importlib.metadata.metadata importlib.metadata.requires importlib.metadata.PackageNotFoundError shutil.which shutil.get_terminal_size shutil.disk_usage tomllib.loads tomllib.load
	xml.etree.ElementTree.fromstring ${under('xml.etree.ElementTree', 'tostring Element SubElement ElementTree ParseError indent XML Comment tostringlist').join(' ')} ${under('xml.dom.minidom', 'parseString').join(' ')} configparser.ConfigParser configparser.RawConfigParser configparser.Error signal.SIGTERM signal.SIGINT signal.SIGKILL
	${under('subprocess', 'PIPE DEVNULL STDOUT CalledProcessError TimeoutExpired').join(' ')}
	${under('socket', 'AF_INET AF_INET6 SOCK_STREAM SOCK_DGRAM SOL_SOCKET SO_REUSEADDR gethostname error timeout').join(' ')}
	socket.socket().fileno socket.socket().close socket.socket().send socket.socket().sendall socket.socket().settimeout socket.socket().shutdown
	socket.socket().setsockopt
	${under('pathlib.Path()', 'name stem suffix suffixes parent parts exists is_file is_dir as_posix stat with_suffix with_name relative_to is_absolute').join(' ')}
	${under('typing', 'Union Tuple Set Callable Iterable Iterator Sequence Mapping Literal NamedTuple TypedDict TypeVar Generic Protocol ClassVar Final cast overload NewType Annotated Self Awaitable AsyncIterator AsyncGenerator Generator TYPE_CHECKING get_args get_origin Type FrozenSet Hashable runtime_checkable final Never NoReturn ParamSpec Concatenate TypeAlias Required NotRequired assert_never reveal_type MutableMapping Counter Deque DefaultDict AbstractSet AnyStr AsyncContextManager AsyncIterable BinaryIO Collection Container ContextManager Coroutine IO ItemsView KeysView LiteralString MappingView Match MutableSequence MutableSet OrderedDict Pattern ReadOnly Reversible Sized SupportsFloat SupportsIndex SupportsInt Text TextIO TypeGuard TypeIs TypeVarTuple Unpack ValuesView assert_type is_typeddict').join(' ')}
	${under('argparse', 'Namespace ArgumentTypeError RawDescriptionHelpFormatter BooleanOptionalAction SUPPRESS').join(' ')}
	sqlite3.sqlite_version sqlite3.version ssl.OPENSSL_VERSION zoneinfo.ZoneInfo zoneinfo.available_timezones ${under('asyncio', 'run sleep gather create_task Queue PriorityQueue LifoQueue Lock Event Condition Semaphore BoundedSemaphore Barrier timeout timeout_at wait_for wait shield TaskGroup CancelledError TimeoutError QueueEmpty QueueFull current_task all_tasks as_completed Future Task ensure_future iscoroutinefunction iscoroutine to_thread FIRST_COMPLETED FIRST_EXCEPTION ALL_COMPLETED new_event_loop get_running_loop get_event_loop Runner InvalidStateError').join(' ')}
	email.utils.formatdate email.utils.parseaddr mimetypes.guess_type mimetypes.guess_extension zlib.crc32 zlib.adler32 zlib.compress binascii.crc32
	inspect.isfunction inspect.isclass traceback.print_exc traceback.format_exc traceback.format_exception traceback.print_exception traceback.format_exception_only traceback.extract_tb traceback.format_tb warnings.warn warnings.simplefilter warnings.catch_warnings warnings.filterwarnings gc.collect gc.get_count tracemalloc.start tracemalloc.get_traced_memory tracemalloc.stop reprlib.repr types.SimpleNamespace types.MappingProxyType inspect.isgenerator inspect.iscoroutinefunction inspect.isgeneratorfunction inspect.Parameter inspect.Signature dis.dis tokenize.generate_tokens tokenize.tokenize
	contextlib.redirect_stdout contextlib.redirect_stderr contextlib.suppress contextlib.nullcontext contextlib.contextmanager contextlib.asynccontextmanager contextlib.ExitStack contextlib.AsyncExitStack contextlib.closing contextlib.ContextDecorator
	${under('logging', 'debug info warning error critical exception getLogger DEBUG INFO WARNING ERROR CRITICAL').join(' ')}
	locale.getpreferredencoding locale.getlocale site.getsitepackages site.getusersitepackages site.USER_SITE
	sys.stdout.encoding sys.stdin.encoding sys.stdout.isatty sys.flags django.get_version django.VERSION
	os.environ.keys dict.fromkeys str.join str.upper str.lower str.strip int.from_bytes int.bit_length float.fromhex float.is_integer str.split str.isdigit str.casefold dict.get dict.items list.append set.union object.__new__ locale.setlocale locale.LC_ALL locale.currency locale.format_string timeit.default_timer platform.python_version_tuple bytes.maketrans str.maketrans typing.List typing.Dict typing.Any typing.Optional enum.Enum`);

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
	query fragment hostname port geturl file columns lines used free buffer tag attrib findtext iter
	utcoffset dst tzname tzinfo fold utctimetuple timetuple toordinal isocalendar ctime quantize normalize sqrt exp ln log10 compare as_tuple
	adjusted is_nan is_zero is_signed is_infinite is_finite to_integral_value to_integral limit_denominator conjugate fromkeys popitem move_to_end
	intersection_update difference_update symmetric_difference_update isprintable isascii istitle rjust format_map hex subtract extendleft
	iterfind itertext findall getchildren iterancestors getElementsByTagName getAttribute hasAttribute toxml toprettyxml
	task_done put put_nowait get_nowait join cancel cancelled done result exception add_done_callback set_result set_exception create_task
	acquire release locked is_set wait notify notify_all qsize empty full uncancel cancelling get_name set_name get_loop start is_alive submit
	shutdown as_completed run_until_complete run_forever stop call_soon call_later shutdown_asyncgens throw asend athrow aclose
	cache_info cache_clear cache_parameters groupdict lastgroup lastindex span expand fullmatch flags groupindex pos endpos regs
	set _asdict _replace _make _fields static_order prepare is_active get_ready network_address broadcast_address netmask subnets supernet overlaps is_private
	formatmonth formatyear itermonthdates itermonthdays monthdatescalendar pack unpack unpack_from iter_unpack unpack_to typecode itemsize tolist tobytes frombytes
	generic_visit visit with_traceback add_note split_exceptions subgroup derive exceptions signature bind bind_partial apply_defaults parameters
	getvalue readable writable seekable truncate getbuffer read1 peek detach fileno isatty reconfigure print_exc format_exc
	enter_context push callback pop_all close aclose new_child maps most_common missing_values inv_cdf zscore cdf pdf mean stdev variance median
	__init__ __qualname__ __mro__ __members__ __all__
	bit_count is_normalized isoformat fromisoformat zfill expandtabs`);

/** Modules of the library that other modules of the library load. */
export const libraryModules = names(`
	abc argparse ast base64 bisect bz2 calendar codecs collections contextlib contextvars copy copyreg csv dataclasses datetime decimal dis
	email enum errno fnmatch fractions functools gettext glob gzip hashlib heapq hmac html http importlib inspect io itertools json keyword
	linecache locale logging lzma math mimetypes numbers opcode operator os pathlib pickle platform posixpath pprint queue quopri random re reprlib
	sched secrets select selectors shlex shutil signal socket stat statistics string stringprep struct subprocess sys sysconfig tempfile textwrap threading
	time timeit token tokenize traceback types typing unicodedata urllib uuid warnings weakref xml zipfile zlib zoneinfo _collections_abc
	_strptime _weakrefset __future__`);

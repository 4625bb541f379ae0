import { names, under } from './language.ts';

const file = ['File', 'IO', 'Pathname'];

/** Names that compute, print, or are constant. */
export const pure = names(`
		puts p print pp printf putc gets readline readlines sprintf format rand srand sleep exit abort raise loop proc lambda
		Integer Float String Array Hash Rational Complex nil true false catch throw warn __FILE__ __method__ block_given? freeze
		Symbol Gem.Version Gem.Version.new ENV.keys ENV.key? ENV.has_key? ENV.include? ENV.member? ENV.size
		STDIN STDOUT STDERR $stdin $stdout $stderr $stdin.read $stdin.each_line STDIN.read $0 $_ $1 $2 $3 $4 $~ $& $. $, $; $/ $\\ $! $PROGRAM_NAME ARGV
		$stdin.gets $stdin.readlines STDIN.each_line STDIN.gets STDIN.readlines $stdout.puts $stdout.write $stdout.print $stderr.puts STDOUT.puts STDERR.puts $stdout.sync $stdout.flush
		RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE RUBY_DESCRIPTION RUBY_COPYRIGHT
		JSON.VERSION YAML.VERSION CSV.VERSION Psych.VERSION Bundler.VERSION RbConfig.ruby JSON.parse JSON.generate JSON.pretty_generate JSON.dump YAML.dump YAML.safe_load CSV.parse Math.* Time.now Time.at Time.parse Date.today Date.parse Date.new
		DateTime.now Set.new Struct.new Hash.new Array.new String.new Comparable Random.rand Random.new SecureRandom.hex SecureRandom.uuid
		${file.flatMap((one) => under(one, 'exist? file? directory? join basename dirname extname expand_path absolute_path realpath size zero? readable? mtime stat')).join(' ')}
		Dir.pwd Dir.getwd Dir.home Dir.exist? Digest.SHA256.hexdigest Digest.MD5.hexdigest Digest.SHA1.hexdigest Base64.encode64 Base64.strict_encode64 Base64.urlsafe_encode64
		StandardError ArgumentError RuntimeError TypeError KeyError ZeroDivisionError URI.encode_www_form_component URI().host URI().path URI().to_s
		Process.clock_gettime Process.pid Process.CLOCK_MONOTONIC Etc.nprocessors RbConfig.CONFIG Shellwords.escape Float.INFINITY Integer.MAX Regexp.new Regexp.escape Gem.VERSION Benchmark.measure Benchmark.realtime
		self super attr_reader attr_accessor attr_writer private protected public module_function include extend prepend
		private_constant private_class_method Struct Data.define Set BigDecimal _1 _2 it Enumerable Kernel.Integer Comparable
		NotImplementedError NoMethodError NameError IndexError RangeError StopIteration FloatDomainError FrozenError IOError EOFError NoMatchingPatternError NoMatchingPatternKeyError
		Exception SystemExit Interrupt Encoding.UTF_8 Encoding.ASCII_8BIT Encoding.BINARY Encoding.US_ASCII Encoding.ISO_8859_1 Encoding.default_external
		Float.EPSILON Float.MAX Float.MIN Float.NAN Float.DIG Integer.sqrt Rational Complex BigDecimal.mode Time.gm Time.utc Time.local Time.mktime Time.new Time.iso8601 Time.strptime Time.rfc2822
		Date.valid_date? Date.strptime Date.leap? Date.iso8601 Date.jd Date.parse Date.MONTHNAMES Date.DAYNAMES Date.ABBR_DAYNAMES Date.ABBR_MONTHNAMES DateTime.parse DateTime.new
		JSON.ParserError JSON.LoadError CSV.generate_line CSV.parse_line CSV.Row CSV.Table YAML.SyntaxError Psych.SyntaxError OpenStruct.new
		StringIO.new StringScanner.new Benchmark.bm Benchmark.bmbm Benchmark.benchmark SecureRandom.random_number SecureRandom.alphanumeric SecureRandom.base64
		Queue.new Thread::Queue Mutex.new ConditionVariable.new Thread.new Fiber.new Fiber.yield Enumerator.new Enumerator.Yielder Enumerator.Lazy Enumerator.produce Array.new Proc.new Range.new Regexp.union Regexp.last_match
		Regexp.IGNORECASE Regexp.MULTILINE Regexp.EXTENDED Random.new_seed Random.srand GC.start GC.stat GC.count Matrix.new Vector Prime.first Prime.each Prime.prime? Shellwords.split URI.join URI.decode_www_form URI.encode_www_form URI.InvalidURIError Timeout.timeout Timeout.Error`);

/** Methods that are harmless on any value. */
export const methods = names(`
		to_s to_i to_f to_a to_h to_sym to_r to_c inspect class length size count first last each each_with_index each_line each_char
		each_with_object each_slice each_cons each_pair each_key each_value each_byte map flat_map collect select filter reject find
		detect find_index index rindex group_by partition min max min_by max_by minmax sum inject reduce sort sort_by reverse uniq
		compact flatten zip take drop take_while drop_while include? member? key? has_key? value? has_value? keys values key
		merge fetch dig slice except store delete delete_if keep_if push pop shift unshift append prepend insert concat join split
		lines chars bytes chomp chop strip lstrip rstrip upcase downcase capitalize swapcase center ljust rjust gsub sub gsub! sub!
		tr tr_s squeeze scan match match? =~ start_with? end_with? empty? nil? any? all? none? one? zero? positive? negative? even? odd?
		times upto downto step succ pred abs round floor ceil truncate divmod modulo gcd lcm digits chr ord hex oct pack unpack
		unpack1 encode force_encoding valid_encoding? unicode_normalize frozen? freeze dup clone is_a? kind_of? respond_to? then tap
		tally cycle combination permutation product transpose rotate sample shuffle values_at each_entry lazy with_index with_object
		sort! map! uniq! reverse! select! reject! compact! upcase! downcase! strip! chomp! transform_values transform_keys filter_map
		sum read gets readline readlines write puts print close year month day hour min sec strftime iso8601 to_date to_time
		body code message backtrace host path query port hexdigest digest parse generate pretty_generate real total utime format
		chunk_while slice_when find_all entries minmax_by to_set add union intersection difference subset? superset? call sync flush each_index delete_at bsearch sync= = encoding
		begin end bytesize byteslice each_grapheme_cluster grapheme_clusters codepoints each_codepoint unicode_normalized? ascii_only? scrub squeeze delete_prefix delete_suffix
		ljust insert casecmp casecmp? next upto prev_day next_day next_month prev_month next_year prev_year cwday cweek yday wday mon mday leap? jd ajd saturday? sunday? monday? friday?
		utc gmtime localtime getlocal getutc utc_offset gmt_offset zone usec nsec to_datetime beginning_of_day step fdiv clamp pow bit_length rationalize numerator denominator
		infinite? finite? nan? integer? real? nonzero? remainder coerce truncate half to_d to_digits precision exponent sign
		each_char each_entry find_all grep grep_v chunk slice_before slice_after zip minmax max_by sum to_set inject reduce each_entry uniq cycle
		assoc rassoc at bsearch_index combination dig fetch_values fill first flatten! none? one? pack permutation repeated_combination repeated_permutation
		reverse_each rindex sort_by! take_while union difference intersection intersect? disjoint? proper_subset? proper_superset? superset? join keep_if delete_if
		any? compare_by_identity default default= default_proc each_key filter_map find_all group_by has_value? invert key length merge! rehash reject! select! filter! update
		transform_keys! transform_values! values_at deconstruct deconstruct_keys members each_pair with to_struct itself instance_of? eql? equal? hash instance_variables
		=== <=> == instance_methods public_instance_methods superclass ancestors name arity parameters source_location lambda? curry owner
		captures named_captures pre_match post_match begin names string pos pos= eos? scan_until check getch peek rest skip skip_until terminate rewind string=
		ungetc each_byte getc readchar eof? set_encoding external_encoding full_message detailed_message exception cause lineno path
		headers header_row? field fields each_row to_csv by_col by_row register alive? value resume raise pop num_waiting synchronize lock unlock locked? try_lock owned? signal broadcast
		scheme userinfo to_json from_json utc? round floor ceil sec min ordinal each_cons each_slice succ! next! swapcase! capitalize! rstrip! lstrip! chomp! chop! squeeze! tr_s! delete! slice! unshift insert rotate! shuffle! concat clear replace
		prime_division prime? first lcm gcdlcm ceildiv allbits? anybits? nobits? report realtime total format_message sum tally_by each_with_index each_entry chars lines partition rpartition
		freeze frozen? dup clone tap then yield_self display object_id instance_variable_defined? singleton_methods methods public_methods ord chr center encode unpack1 crypt sum`);

/** Methods of values that read, write, run or connect. A class in the code may have a method with the same name. */
export const acting = names(`
	unlink rename chmod chown lchmod lchown rmtree rmdir mkdir mkpath open popen system exec spawn fork eval instance_eval class_eval module_eval
	instance_exec class_exec send public_send __send__ method define_method const_get instance_variable_get instance_variable_set load require
	require_relative connect send_data glob children each_child find binread binwrite readlines read_nonblock make_link make_symlink sysopen
	foreach syscall trap kill binding touch cp mv rm rm_rf ln_s truncate utime get post request start execute`);

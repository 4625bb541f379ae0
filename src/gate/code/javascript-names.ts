import { names, under } from './language.ts';

/** Names that compute, print, or are constant. */
export const pure = names(`
	undefined null true false NaN Infinity isNaN isFinite parseInt parseFloat String Number Boolean BigInt Symbol Date RegExp
	Map Set WeakMap WeakSet Error TypeError RangeError SyntaxError URL URLSearchParams TextEncoder TextDecoder
	Uint8Array Int32Array Uint32Array Float64Array ArrayBuffer DataView Promise Array Object btoa escape encodeURIComponent
	encodeURI decodeURI structuredClone clearTimeout clearInterval queueMicrotask Intl __filename __dirname
	JSON.stringify JSON.parse Math.* console.log console.error console.warn console.info console.table console.debug console.dir console.time console.timeEnd console.assert
	${under('Object', 'keys values entries assign freeze fromEntries is groupBy hasOwn getOwnPropertyNames').join(' ')}
	${under('Array', 'from isArray of').join(' ')}
	${under('Promise', 'all resolve reject allSettled race any').join(' ')}
	${under('Number', 'isInteger isNaN isFinite parseFloat parseInt isSafeInteger MAX_SAFE_INTEGER MIN_SAFE_INTEGER EPSILON MAX_VALUE').join(' ')}
	${under('String', 'raw').join(' ')} Date.now Date.UTC Date.parse Buffer.byteLength Buffer.concat Buffer.alloc Buffer.isBuffer
	Intl.DateTimeFormat Intl.NumberFormat Symbol.iterator
	${under(
		'process',
		'version versions versions.* platform arch pid ppid argv argv0 execPath cwd exit exitCode uptime hrtime hrtime.bigint memoryUsage cpuUsage title release.name config features stdin stdout stderr stdout.write stderr.write stdin.on stdin.setEncoding stdin.resume stdin.read stdin.fd stdout.columns nextTick on once off umask getuid getgid stdin.pipe stdout.isTTY stdin.isTTY stdout.end',
	).join(' ')}
	${under('path', 'join resolve basename dirname extname relative normalize sep parse format isAbsolute delimiter posix.join win32.join').join(' ')}
	${under('os', 'cpus platform arch EOL totalmem freemem tmpdir homedir hostname type release uptime loadavg endianness availableParallelism version machine').join(' ')}
	${under('util', 'inspect format promisify inspect.custom isDeepStrictEqual stripVTControlCharacters').join(' ')}
	${under('url', 'parse URL format fileURLToPath pathToFileURL').join(' ')}
	${under('crypto', 'createHash createHmac randomBytes randomUUID randomInt getHashes getCiphers timingSafeEqual hash').join(' ')}
	${under('querystring', 'parse stringify').join(' ')}
	${under('assert', 'ok equal strictEqual deepEqual deepStrictEqual').join(' ')} assert
	${under('fs', 'existsSync realpathSync statSync lstatSync accessSync constants.R_OK constants.F_OK').join(' ')}
	events require.resolve module.paths require.main readline.createInterface perf_hooks.performance perf_hooks.performance.now performance.now timers.promises.setTimeout events.EventEmitter buffer.Buffer
	net.Socket().write net.Socket().end net.Socket().on net.Socket().pipe net.Socket().destroy net.Socket().setTimeout
	module.builtinModules Bun.version Deno.Command().output Deno.Command().outputSync Deno.Command().spawn Deno.version Deno.version.* Deno.args Deno.cwd Deno.exit v8.getHeapStatistics Atomics
	zlib.gzipSync zlib.deflateSync v8.deserialize util.types`);

/** Methods and attributes that are harmless on any value. */
export const methods = names(`
	length toString toJSON valueOf charAt charCodeAt codePointAt at concat includes indexOf lastIndexOf match matchAll
	normalize padEnd padStart repeat replace replaceAll search slice split startsWith endsWith substring substr toLowerCase
	toUpperCase toLocaleString trim trimStart trimEnd localeCompare map filter reduce reduceRight forEach find findIndex
	findLast every some push pop shift unshift splice sort toSorted toReversed reverse join flat flatMap fill keys values
	entries has get set add delete clear size then catch finally test exec on once off emit end write pipe read close
	toFixed toPrecision toISOString toLocaleDateString toLocaleTimeString getTime getFullYear getMonth getDate getHours getDay
	getMinutes getSeconds getMilliseconds toUTCString update digest text json arrayBuffer headers searchParams
	setEncoding resume pause stringify format isFile isDirectory equals readUInt8 copyWithin next return
	getTimezoneOffset setDate setHours toDateString encode decode question resolvedOptions destroy unref ref output`);

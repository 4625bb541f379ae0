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
		'version versions versions.* platform arch pid ppid argv argv0 execPath cwd exit exitCode uptime hrtime hrtime.bigint memoryUsage cpuUsage title release.name config features stdin stdout stderr stdout.write stderr.write stdin.on stdin.setEncoding stdin.resume stdin.read stdin.fd stdout.columns nextTick umask getuid getgid stdin.pipe stdout.isTTY stdin.isTTY stdout.end',
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
	zlib.gzipSync zlib.deflateSync v8.deserialize util.types util.types.* util.inherits util.callbackify util.TextEncoder util.TextDecoder util.parseArgs util.styleText
	${under('assert', 'throws rejects doesNotThrow doesNotReject notStrictEqual notEqual notDeepStrictEqual notDeepEqual match doesNotMatch fail ifError AssertionError strict strict.equal strict.deepEqual strict.ok').join(' ')}
	events.once events.on stream.Readable stream.Readable.from stream.Transform stream.Writable stream.Duplex stream.PassThrough stream.pipeline stream.finished stream.promises.pipeline stream.promises.finished
	string_decoder.StringDecoder timers.setTimeout timers.setInterval timers.setImmediate
	Intl.* WeakRef FinalizationRegistry AbortController AbortSignal AbortSignal.timeout AbortSignal.abort AbortSignal.any Event EventTarget CustomEvent DOMException AggregateError URIError
	ReferenceError Int8Array Uint8ClampedArray Int16Array Uint16Array Float32Array BigInt64Array BigUint64Array SharedArrayBuffer super this clearImmediate
	Headers FormData Blob ReadableStream WritableStream TransformStream Uint8Array.from Uint8Array.of Float64Array.from Int32Array.from
	Symbol.for Symbol.keyFor Symbol.asyncIterator Symbol.toStringTag Symbol.toPrimitive Symbol.hasInstance Symbol.species Map.groupBy Promise.withResolvers Promise.try Error.captureStackTrace Error.stackTraceLimit
	Object.isFrozen Object.isSealed Object.seal Object.preventExtensions Object.create Object.getOwnPropertySymbols
	BigInt.asIntN BigInt.asUintN Number.NaN Number.POSITIVE_INFINITY Number.NEGATIVE_INFINITY Buffer.compare Buffer.allocUnsafe URL.canParse URL.parse console.group console.groupEnd console.count console.trace console.timeLog`);

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
	getTimezoneOffset setDate setHours toDateString encode decode question resolvedOptions destroy unref ref output
	union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom append getAll listenerCount listeners eventNames prependListener removeListener addListener
	removeAllListeners rawListeners setMaxListeners dispatchEvent addEventListener removeEventListener preventDefault stopPropagation abort throwIfAborted deref description
	toSpliced with findLast findLastIndex flat at isWellFormed toWellFormed select formatToParts formatRange supportedLocalesOf segment of compare take drop toArray
	hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleUpperCase anchor getUTCFullYear getUTCMonth getUTCDate getUTCHours getUTCDay getUTCMinutes setTime setFullYear setMonth setMinutes setSeconds
	setMilliseconds setUTCHours setUTCDate setUTCMonth setUTCFullYear toTimeString toLocaleTimeString writeUInt8 readUInt16BE readUInt16LE readUInt32BE readUInt32LE readInt32BE readInt32LE writeUInt16BE writeUInt32BE
	readBigUInt64BE swap16 subarray getInt8 getUint8 setUint8 getInt16 getUint16 setInt16 setUint16 getInt32 getUint32 setInt32 setUint32 getFloat32 getFloat64 setFloat32 setFloat64 getBigInt64
	enqueue getReader getWriter releaseLock pipeThrough pipeTo locked highWaterMark desiredSize cork uncork toStringTag raw register unregister transferToFixedLength resize readable writable`);

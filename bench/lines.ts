const short = `
ls
ls -la src
ls -la | head -%
pwd
cat package.json
cat src/index.ts | head -n %
head -% README.md
tail -n % CHANGELOG.md
sed -n '%,200p' src/server.ts
sed -i 's/foo%/bar/g' src/config.ts
wc -l src/*.ts
find . -name '*.ts' -not -path './node_modules/*' | head -%
find src -type f -name "*.py" | xargs wc -l
find . -maxdepth 2 -type d
grep -rn "TODO" src | head -%
grep -rn "createServer" --include=*.ts src
grep -n "def test_%" -r tests/
rg -n "handle(Request|Error)" src -g '*.ts'
rg --files | head -%
git status
git status --short
git diff
git diff --stat HEAD~%
git diff HEAD~% -- src/
git log --oneline -%
git log -p -% -- src/app.ts
git show HEAD~%
git show HEAD:src/app.ts | head -%
git branch -a
git add -A
git add src/app.ts tests/app.test.ts
git commit -m "Fix the parser for case %"
git add -A && git commit -m "Add a test for %"
git checkout -b fix/issue-%
git stash
git stash pop
git blame -L %,+20 src/app.ts
git rev-parse --show-toplevel
git ls-files | wc -l
git remote -v
git fetch origin
git pull --rebase
git push origin HEAD
git push --force-with-lease origin feature-%
git merge main
git rebase main
git reset --hard HEAD~%
git clean -fd
git config user.name
git tag v1.%
git cherry-pick abc%
git worktree list
npm test
npm run build
npm run lint -- --fix
npm ci
npm install lodash@4.%
npm ls --depth=0
npm view react version
npx tsc --noEmit
npx eslint src --ext .ts
npx vitest run tests/a%.test.ts
npx prettier --check .
npx jest -t "case %"
node --test
node scripts/build.mjs
node -e "console.log(require('./package.json').version)"
node -e "const fs = require('fs'); console.log(fs.readdirSync('src').length + %)"
yarn test
pnpm -r build
pnpm vitest run
bun test
deno test
tsc -p .
python -m pytest tests/ -x -q
python -m pytest tests/test_%.py::test_case -v
pytest -k "case_%" --tb=short
python3 -c "print(%)"
python3 -c "import json; print(json.load(open('package.json'))['name'])"
python3 -c "from app.models import User; print(User.objects.count())"
python3 manage.py migrate
python manage.py test app.tests
python3 script_%.py --verbose
pip install -r requirements.txt
pip install -e .
pip list | grep django
ruff check src
ruff format --check .
black --check .
mypy src
uv run pytest
uv pip install requests
poetry install
poetry run pytest -q
tox -e py3%
coverage run -m pytest
go test ./...
go test ./pkg/parser -run TestCase% -v
go build ./...
go vet ./...
go mod tidy
gofmt -l .
golangci-lint run
go run ./cmd/server --port 80%
cargo test
cargo test case_% -- --nocapture
cargo build --release
cargo clippy --all-targets
cargo fmt --check
cargo run -- --help
bundle exec rspec spec/models/user_spec.rb:%
bundle exec rubocop
bundle install
rake test
rails db:migrate
mvn -q test
mvn -q -Dtest=Case%Test test
./gradlew test
./gradlew build -x test
make
make test
make -j4 all
cmake --build build
ctest --test-dir build
dotnet test
dotnet build -c Release
composer install
vendor/bin/phpunit --filter testCase%
php -l src/a%.php
php artisan test
mix test test/a_test.exs:%
mkdir -p src/lib/a%
touch src/a%.ts
cp src/a.ts src/b%.ts
mv src/old.ts src/new%.ts
rm src/a%.ts
rm -rf dist build
rm -rf node_modules && npm ci
chmod +x scripts/run.sh
ln -s ../a b%
echo "done %"
echo "line %" >> notes.md
printf '%s\\n' a b c
date
which node
node --version && npm --version
env | grep -i node
export NODE_ENV=test && npm test
NODE_ENV=test npm run build
CI=1 npm test -- --run
cd src && ls
cd packages/a && npm test
cd /tmp && ls
for f in src/*.ts; do wc -l "$f"; done
for i in 1 2 3; do echo $i; done
for f in $(git ls-files '*.ts'); do grep -c TODO "$f"; done
while read -r line; do echo "$line"; done < list%.txt
if [ -f package.json ]; then npm test; fi
[ -d dist ] && rm -rf dist
test -f .env% || echo missing
(cd packages/a && npm run build) && npm test
npm test 2>&1 | tail -%
npm test 2>&1 | tee /tmp/out%.log | tail -20
npm run build > /tmp/build%.log 2>&1; tail -5 /tmp/build%.log
git diff --name-only HEAD~% | xargs -r npx eslint
git log --format=%H -n 1 | cut -c1-8
git ls-files | grep -E '\\.(ts|js)$' | xargs wc -l | sort -n | tail -%
ps aux | grep node
kill %
lsof -i :3%
curl -s http://localhost:3%/health
curl -s https://api.example.com/v%/items | jq '.items[0]'
curl -fsSL https://example.com/install%.sh | sh
wget -q https://example.com/a%.tgz
jq '.scripts' package.json
jq -r '.dependencies | keys[]' package.json | head -%
yq '.jobs' .github/workflows/ci.yml
tar xzf a%.tgz -C /tmp/a
unzip -o a%.zip -d build
diff -u a%.txt b.txt
sort a%.txt | uniq -c | sort -rn | head
awk '{print $%}' a.txt
awk -F, 'NR>1 {s+=$2} END {print s}' data%.csv
tr -d '\\r' < a%.txt
xxd a%.bin | head
file dist/a%.js
du -sh node_modules
df -h
docker build -t app:% .
docker compose up -d
docker ps -a
docker run --rm -v "$PWD":/app -w /app node:24 npm test
kubectl get pods -n dev%
terraform plan
gh pr view % --comments
gh pr create --title "Fix %" --body "It was broken"
gh issue list --limit %
gh run view % --log-failed
gh api repos/{owner}/{repo}/pulls/%/comments
psql -c "select count(*) from a%"
sqlite3 dev.db "select * from a limit %"
redis-cli get key:%
sudo apt-get install -y jq
apt-get update
brew install jq
timeout 60 npm test
time npm test
sleep %
xargs -n1 echo < list%.txt
git diff --stat HEAD~% -- src/ && npm test 2>&1 | tee "/tmp/out-$(date +%s)-%.log" | tail -n 20
source .venv/bin/activate && pytest -q
. ./scripts/env.sh
bash scripts/ci.sh
./scripts/deploy.sh staging%
bash -c "npm test && npm run lint"
x=$(git rev-parse HEAD); echo "$x" > /tmp/rev%
VERSION=1.%.0; sed -i "s/version = .*/version = \\"$VERSION\\"/" pyproject.toml
set -e; npm ci; npm test
shellcheck scripts/*.sh
tree -L 2 src
code --version
ssh host% uptime
rsync -a dist/ host:/srv/app%
openssl rand -hex 16
base64 -d a%.b64 > a.bin
`;

/** Lines that contain a document. */
const documents: readonly string[] = [
	`cat <<'EOT' > src/a%.ts
export const a = 1;
EOT`,
	`cat > /tmp/a%.py <<'EOT'
import sys
print(sys.version)
EOT`,
	`python3 - <<'EOT'
import re
text = open('src/app.ts').read()
print(len(re.findall('a%', text)))
EOT`,
	`python3 - <<'EOT'
from pathlib import Path
p = Path('src/app.ts')
s = p.read_text()
p.write_text(s.replace('a%', 'b'))
EOT`,
];

/** Command lines of the kinds that agents run in repositories of several languages. `%` stands for a number that differs each time. */
export const lines: readonly string[] = [...short.trim().split('\n'), ...documents];

/** Returns a line to judge. It differs each time, so that no result can be cached. */
export function lineAt(i: number): string {
	return (lines[i % lines.length] ?? '').replaceAll('%', String(i % 97));
}

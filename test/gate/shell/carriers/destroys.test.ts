import { describe, expect, it } from 'vitest';
import { judgeShell, outcome } from '../../support.ts';

describe('destroying data beyond the checkout', () => {
	it.each([
		'terraform destroy -auto-approve',
		'terraform apply -destroy',
		'tofu destroy',
		'terragrunt run-all destroy',
		'pulumi destroy --yes',
		'cdk destroy --force',
		'serverless remove',
		'aws s3 rb s3://b --force',
		'aws s3 rm s3://b --recursive',
		'aws --region us-east-1 ec2 terminate-instances --instance-ids i-1',
		'aws rds delete-db-instance --db-instance-identifier x',
		'aws cloudformation delete-stack --stack-name x',
		'aws dynamodb delete-table --table-name x',
		'gcloud projects delete p --quiet',
		'gcloud sql instances delete x',
		'gsutil -m rm -r gs://b',
		'az group delete -n g --yes',
		'kubectl delete ns prod',
		'kubectl delete pods --all -n prod',
		'kubectl get pods -o name | xargs kubectl delete',
		'kubectl delete node n1',
		'kubectl delete pv x',
		'kubectl delete crd x',
		'helm uninstall $(helm ls -q)',
		'docker system prune -a --volumes -f',
		'docker volume rm $(docker volume ls -q)',
		'docker rm -f $(docker ps -aq)',
		'docker-compose down -v',
		'doctl compute droplet delete 1 -f',
		'flyctl apps destroy x',
		'heroku apps:destroy --app x --confirm x',
		'vercel remove x --yes',
		'netlify sites:delete',
		'firebase firestore:delete --all-collections',
		'wrangler delete',
		'supabase db reset',
		'gh repo delete o/r --yes',
		'gh repo archive o/r',
		'gh api -X DELETE repos/o/r',
		'gh api --method=DELETE /repos/o/r',
		'gh api -X DELETE repos/o/r/branches/main/protection',
		'gh release delete v1',
		'etcdctl del --prefix ""',
		'consul kv delete -recurse',
		'curl -X DELETE http://localhost:9200/_all',
		'curl -XDELETE https://api.digitalocean.com/v2/droplets/1',
		'vagrant destroy -f',
		'virsh undefine vm',
		'rclone purge remote:b',
		'kubectl exec db -- psql -c "DROP DATABASE app"',
		'docker exec db dropdb app',
		'docker compose exec -T db psql -c "DROP TABLE users"',
		"ssh host 'terraform destroy'",
		'npx cdk destroy || terraform destroy',
		'bundle exec rails db:drop',
		'bin/rails db:reset',
		'npx prisma migrate reset --force',
		'php artisan migrate:fresh',
		'python manage.py flush --no-input',
		'./manage.py reset_db',
		'knex migrate:rollback --all',
		"redis-cli keys '*' | xargs redis-cli del",
		"mongosh --eval 'db.users.deleteMany({})'",
		"psql -c 'delete from users where 1=1'",
		'pg_restore --clean -d app a.dump',
	])('is blocked: %s', (command) => {
		expect(outcome(judgeShell(command))).toBe('block destroys-beyond');
	});

	it.each([
		'terraform plan',
		'rails db:migrate',
		'npx prisma migrate dev',
		'python manage.py migrate',
		'python manage.py migrate app zero',
		"psql -c 'delete from users where id = 4'",
		'redis-cli del one',
		'terraform plan -destroy',
		'terraform apply',
		'terraform state rm x',
		'aws s3 ls',
		'aws s3 rm s3://b/a',
		'aws ec2 describe-instances',
		'aws s3 rm s3://b --recursive --dryrun',
		'gcloud compute instances list',
		'gsutil ls',
		'kubectl get pods',
		'kubectl delete pod web-1',
		'kubectl delete ns prod --dry-run=client',
		'helm list',
		'helm uninstall web',
		'docker ps',
		'docker rm web',
		'docker system prune -f',
		'docker-compose down',
		'kind delete cluster',
		'gh pr list',
		'gh secret delete X',
		'etcdctl get k',
		'curl -X DELETE http://localhost:3000/items/1',
		'vercel env rm X',
		'vagrant up',
	])('does not include `%s`, which only asks', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});

	it.each(['grep -rn "terraform destroy" docs', 'echo kubectl delete ns prod', "git commit -m 'gh repo delete'"])(
		'does not include text such as `%s`',
		(command) => {
			expect(judgeShell(command).decision).toBe('allow');
		},
	);
});

describe('a text that is too long to search', () => {
	it.each([`psql -c 'select ${'x'.repeat(9_000)}'`, `kubectl get ${'x'.repeat(9_000)}`])('is opaque', (command) => {
		expect(judgeShell(command).effects).toContainEqual({
			kind: 'opaque',
			why: 'a text that is too long to be looked through',
		});
	});
});

describe('a shell command in a database client', () => {
	it.each([
		"sqlite3 a.db '.shell rm -rf /'",
		"sqlite3 a.db <<< '.system rm -rf /'",
		'sqlite3 a.db \'.import "|rm -rf /" t\'',
		"psql -c '\\! rm -rf /'",
		"psql <<< '\\! rm -rf /'",
		'psql -c "COPY t FROM PROGRAM \'rm -rf /\'"',
		"mysql -e '\\! rm -rf /'",
		"mysql -e 'system rm -rf /'",
	])('is blocked: %s', (command) => {
		expect(judgeShell(command).decision).toBe('block');
	});
});

describe('changing protected branches without git push', () => {
	it.each([
		'gh api -X DELETE repos/o/r/git/refs/heads/main',
		'gh api --method DELETE /repos/o/r/git/refs/heads/main',
		'gh api repos/o/r/git/refs/heads/main -X PATCH -f sha=x -F force=true',
		'gh api graphql -f query=\'mutation{deleteRef(input:{refId:"x"}){clientMutationId}}\'',
		'curl -X DELETE https://api.github.com/repos/o/r/git/refs/heads/main',
		'curl -XPATCH -d \'{"sha":"x","force":true}\' https://api.github.com/repos/o/r/git/refs/heads/main',
		'curl -X PATCH -d @body.json https://ghe.example/api/v3/repos/o/r/git/refs/heads/main',
		'http DELETE https://api.github.com/repos/o/r/git/refs/heads/master',
		'wget --method=DELETE -O- https://api.github.com/repos/o/r/git/refs/heads/main',
	])('is blocked: %s', (command) => {
		expect(outcome(judgeShell(command))).toBe('block protected-branch');
	});

	it.each([
		'gh api repos/o/r/git/refs/heads/main',
		'gh api -X DELETE repos/o/r/git/refs/heads/topic',
		'gh api repos/o/r/git/refs/heads/main -X PATCH -f sha=x',
		'gh workflow run ci.yml',
		'gh run rerun 1',
		'gh secret set X -b y',
		'gh pr merge 1 --admin',
		"gh api graphql -f query='query{viewer{login}}'",
	])('does not include `%s`, which asks', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});
});

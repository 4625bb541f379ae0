import { useState } from 'preact/hooks';
import { checkoutFault, startFiles } from './checkout.ts';
import type { BenchFile } from './question.ts';

interface CheckoutFieldsProps {
	readonly files: readonly BenchFile[];
	readonly onChange: (files: readonly BenchFile[]) => void;
}

/** The made-up checkout: its files can be read, changed, added and deleted. */
export function CheckoutFields({ files, onChange }: CheckoutFieldsProps) {
	const [path, setPath] = useState(files[0]?.path);
	const file = files.find((one) => one.path === path) ?? files[0];
	return (
		<details class="checkout">
			<summary>
				The checkout <span class="soft">{files.length} made-up files</span>
			</summary>
			<p class="hint">
				The gate looks into files, such as scripts that a command runs. These files exist only in this page.
			</p>
			{file !== undefined && (
				<>
					<label class="field">
						File
						<select value={file.path} onChange={(event) => setPath(event.currentTarget.value)}>
							{files.map((one) => (
								<option key={one.path}>{one.path}</option>
							))}
						</select>
					</label>
					<FileFields file={file} files={files} onChange={onChange} />
				</>
			)}
			<NewFile
				files={files}
				onAdd={(added) => {
					onChange([...files, added]);
					setPath(added.path);
				}}
			/>
			<button type="button" disabled={files === startFiles} onClick={() => onChange(startFiles)}>
				Restore the first files
			</button>
		</details>
	);
}

function FileFields({ file, files, onChange }: CheckoutFieldsProps & { readonly file: BenchFile }) {
	const [fault, setFault] = useState<string>();
	const replace = (next: BenchFile) => {
		const all = files.map((one) => (one === file ? next : one));
		const wrong = checkoutFault(all);
		setFault(wrong);
		if (wrong === undefined) onChange(all);
	};
	const { path, text, changed } = file;
	return (
		<>
			<textarea
				class="mono"
				aria-label={`Text of ${path}`}
				rows={8}
				spellcheck={false}
				autocapitalize="off"
				value={text}
				onInput={(event) => replace({ ...file, text: event.currentTarget.value })}
			/>
			{fault !== undefined && (
				<p class="fault" role="alert">
					{fault}
				</p>
			)}
			<div class="checks">
				<label>
					<input
						type="checkbox"
						checked={changed === true}
						onChange={() => replace({ path, text, ...(changed === undefined && { changed: true }) })}
					/>
					The run wrote this file
				</label>
				<button type="button" onClick={() => onChange(files.filter((one) => one !== file))}>
					Delete
				</button>
			</div>
		</>
	);
}

function NewFile({
	files,
	onAdd,
}: {
	readonly files: readonly BenchFile[];
	readonly onAdd: (file: BenchFile) => void;
}) {
	const [path, setPath] = useState('');
	const [fault, setFault] = useState<string>();
	const add = (event: Event) => {
		event.preventDefault();
		const added = { path, text: '' };
		const wrong = checkoutFault([...files, added]);
		setFault(wrong);
		if (wrong !== undefined) return;
		onAdd(added);
		setPath('');
	};
	return (
		<form class="new-file" onSubmit={add}>
			<input
				class="mono"
				aria-label="Path of a new file"
				placeholder="src/new-file.ts"
				value={path}
				onInput={(event) => setPath(event.currentTarget.value)}
			/>
			<button type="submit">Add</button>
			{fault !== undefined && (
				<p class="fault" role="alert">
					{fault}
				</p>
			)}
		</form>
	);
}

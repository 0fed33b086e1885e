# Reads the manifests of winget: the version they must have, then their paths.
version = ARGV.shift
must = {
  "version" => %w[DefaultLocale],
  "installer" => %w[Installers],
  "defaultLocale" => %w[PackageLocale Publisher PackageName License ShortDescription],
}
kinds = ARGV.map do |path|
  manifest = YAML.safe_load(File.read(path))
  kind = manifest.fetch("ManifestType")
  (must.fetch(kind) + %w[PackageIdentifier ManifestVersion]).each do |key|
    value = manifest.fetch(key)
    abort "#{path}: #{key} is empty" if value.empty?
  end
  abort "#{path}: another version" unless manifest.fetch("PackageVersion") == version
  abort "#{path}: another name" unless File.basename(path).start_with?(manifest["PackageIdentifier"] + ".")
  abort "#{path}: a gap" if File.read(path) =~ /@[A-Z0-9]+@/
  (manifest["Installers"] || []).each do |installer|
    abort "#{path}: no x64" unless installer.fetch("Architecture") == "x64"
    abort "#{path}: no address" unless installer.fetch("InstallerUrl").start_with?("https://")
    abort "#{path}: no checksum" unless installer.fetch("InstallerSha256") =~ /\A\h{64}\z/
  end
  kind
end
abort "manifests are missing: #{kinds}" unless kinds.sort == must.keys.sort

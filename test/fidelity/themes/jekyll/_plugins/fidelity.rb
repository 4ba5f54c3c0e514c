# The plain theme: no layout at all, nothing but texts, and a list of all of them as Jekyll has made them.
require 'json'

Jekyll::Hooks.register %i[documents pages], :pre_render do |page|
  page.data['layout'] = 'none'
  is_text = page.is_a?(Jekyll::Document) || %w[.md .markdown].include?(page.ext)
  page.content = '' unless is_text || (page.ext == '.html' && !page.content.include?('{%'))
end

Jekyll::Hooks.register :site, :post_write do |site|
  written = site.documents.select(&:write?) + site.pages.select { |page| page.output_ext == '.html' && page.content != '' }
  posts = written.map do |post|
    path = post.path.delete_prefix("#{Dir.pwd}/")
    url = site.config['baseurl'].to_s + post.url
    date = post.respond_to?(:date) ? post.date.iso8601 : ''
    { path: path, url: url, title: post.data['title'].to_s, date: date, html: post.output }
  end
  File.write(ENV['FIDELITY'], JSON.generate(posts))
end

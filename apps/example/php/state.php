<?php
/**
 * php state.php DOCUMENT_ROOT
 * Every post in WordPress's own database, read through WordPress. The demo judges by this and by nothing else.
 */
if ( PHP_SAPI !== 'cli' ) {
	exit( 1 );
}
$_SERVER['HTTP_HOST'] = '127.0.0.1';
require $argv[1] . '/wp-load.php';

$posts = get_posts(
	array(
		'post_type'        => 'post',
		'post_status'      => array_keys( get_post_stati() ),
		'numberposts'      => -1,
		'orderby'          => 'ID',
		'order'            => 'ASC',
		'suppress_filters' => true,
	)
);
$rows  = array();
foreach ( $posts as $post ) {
	$rows[] = array(
		'id'      => $post->ID,
		'status'  => $post->post_status,
		'title'   => $post->post_title,
		'content' => $post->post_content,
		'author'  => get_the_author_meta( 'user_login', $post->post_author ),
	);
}
echo json_encode( $rows, JSON_THROW_ON_ERROR ), "\n";
